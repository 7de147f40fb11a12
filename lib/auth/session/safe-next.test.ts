import { safeNext } from "@/lib/auth/session/safe-next";

const ORIGIN = "https://app.example";

/** Addresses that must never be followed after signing in. */
const EVIL = [
  // Other origins, plainly.
  "https://evil.com",
  "https://evil.com/phish",
  "http://evil.com",
  "HTTPS://EVIL.COM",
  "https:evil.com",
  "https:/evil.com",
  "https:///evil.com",
  "https:\\\\evil.com",
  "ftp://evil.com",
  "ws://evil.com",
  "evil.com",
  "www.evil.com",
  "@evil.com",
  ".evil.com",
  ":443/evil",
  "?next=//evil.com",
  "#//evil.com",
  // Addresses without a scheme.
  "//evil.com",
  "///evil.com",
  "////evil.com",
  "//evil.com/dashboard",
  "//evil.com:443/dashboard",
  "//user@evil.com/dashboard",
  "//app.example@evil.com",
  "//[::1]/dashboard",
  "//1.2.3.4",
  "//2130706433",
  "//0x7f.1",
  "//evil。com",
  "//evil%E3%80%82com",
  "//ⓔⓥⓘⓛ.com",
  // Backslashes, which browsers read as slashes.
  "/\\evil.com",
  "\\/evil.com",
  "\\\\evil.com",
  "/\\/evil.com",
  "/\\\\evil.com",
  "/dashboard\\..\\..\\evil",
  "/dashboard\\@evil.com",
  "\\evil.com",
  // Characters that browsers drop from addresses.
  "/\t/evil.com",
  "/\n/evil.com",
  "/\r/evil.com",
  "/\r\n/evil.com",
  "\t//evil.com",
  "\n//evil.com",
  " //evil.com",
  "/ /evil.com",
  "/\u0000/evil.com",
  "/\u0008/evil.com",
  "/\u007f/evil.com",
  "java\tscript:alert(1)",
  "/dashboard\r\nlocation: //evil.com",
  "/dashboard\nset-cookie: a=b",
  "/dashboard \u0000",
  // Other schemes.
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "javascript://app.example/%0aalert(1)",
  "javascript:/dashboard",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://evil.com/1",
  "mailto:a@evil.com",
  "tel:1",
  "about:blank",
  "intent://evil.com#Intent;end",
  // Encoded, and letters that only look like a slash.
  "/%09/evil.com",
  "/%0a/evil.com",
  "/%0d/evil.com",
  "/%2f/evil.com",
  "/%2fevil.com",
  "%2f%2fevil.com",
  "/%2f%2fevil.com",
  "/%5cevil.com",
  "/%5c%5cevil.com",
  "/%252f%252fevil.com",
  "/／evil.com",
  "／／evil.com",
  "/⁄evil.com",
  "/∕evil.com",
  "/%e3%80%82evil.com",
  "/\u2028/evil.com",
  "/\u00a0/evil.com",
  // Ways around the list of pages.
  "/.evil.com",
  "/@evil.com",
  "/;//evil.com",
  "/:80",
  "/..//evil.com",
  "/.//evil.com",
  "/dashboard/..//evil.com",
  "/dashboard/../../..//evil.com",
  "/./\\evil.com",
  "/dashboard/",
  "/dashboard/secret",
  "/dashboard;jsessionid=1",
  "/dashboard%00",
  "/dashboard%2f..",
  "/DASHBOARD",
  "/api/auth/sign-out",
  "/api/orders",
  "/unlisted",
  "/_next/static/x.js",
  "/robots.txt",
  "",
];

describe("safeNext", () => {
  test("the corpus is large enough to mean something", () => {
    expect(new Set(EVIL).size).toBeGreaterThanOrEqual(80);
  });

  test.each(EVIL.map((payload) => [payload]))("refuses %j", (payload) => {
    expect(safeNext(payload)).toBeNull();
  });

  test.each(EVIL.map((payload) => [payload]))("stays on the origin with %j inside a query", (payload) => {
    const next = safeNext(`/dashboard?next=${encodeURIComponent(payload)}`);
    expect(next && new URL(next, ORIGIN).origin).toBe(ORIGIN);
    expect(next && new URL(next, ORIGIN).pathname).toBe("/dashboard");
  });

  test.each([
    ["/dashboard", "/dashboard"],
    ["/submit", "/submit"],
    ["/submit?plan=free", "/submit?plan=free"],
    ["/submit?mode=payg", "/submit?mode=payg"],
    ["/dashboard?tab=all", "/dashboard?tab=all"],
    ["/dashboard#top", "/dashboard"],
    ["/submit/../dashboard", "/dashboard"],
    ["/", "/"],
    ["/pricing?plan=elite", "/pricing?plan=elite"],
    ["/portal/profile", "/portal/profile"],
  ])("follows %s", (next, expected) => {
    expect(safeNext(next)).toBe(expected);
  });

  test.each([[null], [undefined]])("refuses %s", (next) => {
    expect(safeNext(next)).toBeNull();
  });
});

const ORDER = "00000000-0000-4000-8000-000000000001";

test("after signing in a person may go on to a label", () => {
  expect(safeNext(`/orders/${ORDER}/label?size=a4`)).toBe(`/orders/${ORDER}/label?size=a4`);
  expect(safeNext(`//evil.com/orders/${ORDER}/label`)).toBeNull();
});
