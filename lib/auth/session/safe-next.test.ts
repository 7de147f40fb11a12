import { safeNext } from "@/lib/auth/session/safe-next";
import { EVIL_ADDRESSES } from "@/sandbox/builders/evil-addresses";

const ORIGIN = "https://app.example";

describe("safeNext", () => {
  test("the corpus is large enough to mean something", () => {
    expect(new Set(EVIL_ADDRESSES).size).toBeGreaterThanOrEqual(80);
  });

  test.each(EVIL_ADDRESSES.map((payload) => [payload]))("refuses %j", (payload) => {
    expect(safeNext(payload)).toBeNull();
  });

  test.each(EVIL_ADDRESSES.map((payload) => [payload]))(
    "stays on the origin with %j inside a query",
    (payload) => {
      const next = safeNext(`/dashboard?next=${encodeURIComponent(payload)}`);
      expect(next && new URL(next, ORIGIN).origin).toBe(ORIGIN);
      expect(next && new URL(next, ORIGIN).pathname).toBe("/dashboard");
    },
  );

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

  test("refuses a backslash wherever it stands, for who reads the address next may take it for a slash", () => {
    expect(safeNext("/dashboard?to=\\evil.com")).toBeNull();
    expect(safeNext("/dashboard?to=evil.com\\")).toBeNull();
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
