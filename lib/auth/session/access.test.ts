import { accessOf, redirectFor, type Visitor } from "@/lib/auth/session/access";
import { claimedIdentity, namesAnother, namesPerson } from "@/lib/auth/session/claimed-identity";
import { type LoginTarget, landingPath, safeNext } from "@/lib/auth/session/landing-path";
import { announceSession, onSessionNews, type SessionNews } from "@/lib/auth/session/session-channel";
import type { StaffRole } from "@/lib/auth/session-context";

const UNSAFE_URLS = [
  // Other origins.
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
  // Without a scheme.
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
  // Characters that browsers drop from URLs.
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
  // Encoded, and look-alikes of a slash.
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
  // Ways around the allowlist.
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

describe("access", () => {
  const ORIGIN = "https://app.example";

  const NOBODY: Visitor = { isSignedIn: false };
  const UNKNOWN: Visitor = { ...NOBODY, isUnknown: true };
  const UNREADABLE: Visitor = { ...NOBODY, sessionProblem: "session" };
  const ENDED: Visitor = { ...NOBODY, sessionProblem: "ended" };
  const PERSON: Visitor = { ...NOBODY, isSignedIn: true };
  const PENDING: Visitor = { ...NOBODY, hasPendingPayg: true };

  describe("redirectFor", () => {
    test.each([
      ["/", NOBODY, null],
      ["/login", NOBODY, null],
      ["/login?next=/submit", PERSON, null],
      ["/signup?plan=free", NOBODY, null],
      ["/submission-confirmation?session_id=cs_test_1", NOBODY, null],
      ["/unlisted", NOBODY, null],
      ["/dashboard", NOBODY, "/login?next=%2Fdashboard"],
      ["/dashboard?tab=all", NOBODY, "/login?next=%2Fdashboard%3Ftab%3Dall"],
      ["/dashboard", PERSON, null],
      ["/dashboard", UNKNOWN, null],
      ["/dashboard", ENDED, "/login?next=%2Fdashboard&failed=ended"],
      ["/dashboard", UNREADABLE, "/login?next=%2Fdashboard&failed=session"],
      ["/submit?plan=free", UNREADABLE, "/login?next=%2Fsubmit&plan=free&failed=session"],
      ["/dashboard?refresh=1", UNREADABLE, null],
      ["/login", UNREADABLE, null],
      ["/submit", NOBODY, "/login?next=%2Fsubmit"],
      ["/submit", UNKNOWN, "/login?next=%2Fsubmit"],
      ["/submit", PERSON, null],
      ["/submit", PENDING, "/submit?mode=payg"],
      ["/submit?plan=free", PENDING, "/login?next=%2Fsubmit&plan=free"],
      ["/submit?mode=payg", PENDING, null],
      ["/submit", { ...PERSON, hasPendingPayg: true }, null],
      ["/dashboard", PENDING, "/login?next=%2Fdashboard"],
      ["/dashboard?refresh=1", NOBODY, null],
      ["/submit?plan=free", NOBODY, "/login?next=%2Fsubmit&plan=free"],
      ["/submit?plan=pro", PERSON, null],
      ["/submit?plan=pro", NOBODY, "/login?next=%2Fsubmit&plan=pro"],
      ["/submit?plan=//evil.com", NOBODY, "/login?next=%2Fsubmit&plan=%2F%2Fevil.com"],
      ["/submit?mode=payg", NOBODY, null],
      ["/dashboard?mode=payg", NOBODY, "/login?next=%2Fdashboard%3Fmode%3Dpayg"],
      ["/dashboard", { ...PERSON, isStaff: false }, null],
      ["/submit?mode=PAYG", NOBODY, "/login?next=%2Fsubmit%3Fmode%3DPAYG"],
      ["/pricing?plan=pro", NOBODY, null],
      ["/success?session_id=cs_test_1", NOBODY, null],
      ["/portal/profile", NOBODY, "/login?next=%2Fportal%2Fprofile"],
      ["/portal/profile", PERSON, null],
    ])("%s for %j leads to %s", (path, visitor, expected) => {
      expect(redirectFor(new URL(path, ORIGIN), visitor)).toBe(expected);
    });
  });

  test("has an access rule for listed pages only", () => {
    expect(accessOf("/dashboard")).toBe("user");
    expect(accessOf("/login")).toBe("open");
    expect(accessOf("/admin/order/no-order-has-this")).toBe("admin");
    expect(accessOf("/admin/../dashboard")).toBeUndefined();
    expect(accessOf("/constructor")).toBeUndefined();
  });

  test.each([
    ["plan=starter", "subscriber"],
    ["plan=pro", "subscriber"],
    ["plan=elite", "subscriber"],
    ["plan=free", "user"],
    ["plan=Pro", "user"],
    ["plan=pro&mode=payg", "user"],
    ["", "user"],
  ])("/submit?%s is for a %s", (query, access) => {
    expect(accessOf("/submit", new URLSearchParams(query))).toBe(access);
    expect(accessOf("/pricing", new URLSearchParams(query))).toBe("open");
  });

  const ORDER = "00000000-0000-4000-8000-000000000001";
  const TOKEN = `${"a_-".repeat(14)}A`;

  test.each([
    [`/orders/${ORDER}/label`, "open"],
    [`/orders/${ORDER}/slip`, "open"],
    [`/orders/${ORDER}/receipt`, "open"],
    [`/track/${TOKEN}`, "open"],
    [`/mail/${TOKEN}${TOKEN}`, "open"],
    [`/mail/${TOKEN}`, undefined],
    ["/mail/", undefined],
    [`/orders/${ORDER}`, undefined],
    [`/orders/${ORDER}/label/x`, undefined],
    [`/orders/${ORDER.slice(1)}/label`, undefined],
    [`/orders/${ORDER}/..`, undefined],
    [`/track/${TOKEN}x`, undefined],
    [`/track/${TOKEN.slice(1)}`, undefined],
    [`/track/${TOKEN.slice(1)}/`, undefined],
    ["/track/", undefined],
  ])("%s is %s", (path, access) => {
    expect(accessOf(path)).toBe(access);
  });

  describe.each([
    "/admin",
    "/admin/labels",
    "/admin/user-profile",
    "/admin/receive",
    "/admin/grader",
    "/admin/grader/12",
    "/admin/grader/12/manifest",
    "/admin/returns",
    "/admin/reconcile",
    "/admin/numbers",
    "/admin/activity",
    "/admin/people",
    "/admin/order/1",
  ])("%s", (path) => {
    test.each([
      ["a guest", NOBODY, `/login?next=${encodeURIComponent(path)}`],
      ["a customer", { ...PERSON, isStaff: false }, "/dashboard"],
      ["staff", { ...PERSON, isStaff: true }, null],
    ])("%s is led by %j to %s", (_, visitor, expected) => {
      expect(redirectFor(new URL(path, ORIGIN), visitor)).toBe(expected);
    });
  });
});

describe("claimed identity", () => {
  const SELF = { userId: "11111111-1111-4111-8111-111111111111", email: "Self@Example.com" };
  const OTHER = "22222222-2222-4222-8222-222222222222";

  test.each([
    undefined,
    {},
    { flow: "cancel" },
    { user_id: null, user_email: null },
    { user_id: "", user_email: " " },
    { user_id: SELF.userId },
    { user_email: " self@example.COM " },
    { user_id: SELF.userId, user_email: "self@example.com" },
  ])("%j passes", (body) => {
    expect(namesAnother(body, SELF)).toBe(false);
  });

  test.each([
    { user_id: OTHER },
    { user_id: "no id at all" },
    { user_email: "other@example.com" },
    { user_id: SELF.userId, user_email: "other@example.com" },
    { user_id: OTHER, user_email: SELF.email },
    { user_id: 42 },
    { user_email: ["self@example.com"] },
  ])("%j names another person", (body) => {
    expect(namesAnother(body, SELF)).toBe(true);
  });

  test("distinguishes letters that match only in uppercase", () => {
    const caller = { ...SELF, email: "stra\u00dfe@example.com" };
    expect(namesAnother({ user_email: "strasse@example.com" }, caller)).toBe(true);
    expect(namesAnother({ user_email: "Stra\u00dfe@example.com" }, caller)).toBe(false);
  });

  test("accepts any name without a session", () => {
    expect(namesAnother({ user_id: OTHER }, { userId: null, email: null })).toBe(false);
  });

  test.each([
    [{ user_id: OTHER }, true],
    [{ user_id: "" }, false],
    [{ user_id: null }, false],
    [{ user_email: "self@example.com" }, false],
    [{}, false],
    [undefined, false],
    [{ user_id: 42 }, false],
    ["a text", false],
  ])("%j names a person: %s", (body, expected) => {
    expect(namesPerson(body)).toBe(expected);
  });

  test("accepts account IDs of any UUID version", () => {
    const user_id = "5eed0000-0000-0000-0000-000000000001";
    expect(claimedIdentity.safeParse({ user_id }).success).toBe(true);
    expect(claimedIdentity.safeParse({ user_id: "no id at all" }).success).toBe(false);
  });
});

describe("landing path", () => {
  test.each<[LoginTarget, string]>([
    [{}, "/dashboard"],
    [{ next: null, plan: null }, "/dashboard"],
    [{ next: "/submit" }, "/submit"],
    [{ next: "/submit", plan: "free" }, "/submit?plan=free"],
    [{ next: "/submit", plan: "pro" }, "/submit"],
    [{ next: "/submit?mode=payg", plan: "free" }, "/submit?mode=payg"],
    [{ next: "/dashboard?tab=all" }, "/dashboard?tab=all"],
    [{ next: "/dashboard", plan: "free" }, "/dashboard"],
    [{ plan: "free" }, "/submit?plan=free"],
    [{ plan: "starter" }, "/pricing?plan=starter"],
    [{ plan: "pro" }, "/pricing?plan=pro"],
    [{ plan: "elite" }, "/pricing?plan=elite"],
    [{ plan: "platinum" }, "/dashboard"],
    [{ next: "/dashboard", plan: "pro" }, "/dashboard"],
    [{ next: "/login", plan: "elite" }, "/pricing?plan=elite"],
    [{ next: "//evil.com", plan: "starter" }, "/pricing?plan=starter"],
    [{ next: "/pricing?plan=pro" }, "/pricing?plan=pro"],
    [{ next: "/portal/profile" }, "/portal/profile"],
    [{ plan: "//evil.com" }, "/dashboard"],
    [{ next: "//evil.com" }, "/dashboard"],
    [{ next: "//evil.com", plan: "free" }, "/submit?plan=free"],
    [{ next: "/login" }, "/dashboard"],
    [{ next: "/login?next=/submit" }, "/dashboard"],
    [{ next: "/signup?plan=free", plan: "free" }, "/submit?plan=free"],
  ])("%j leads to %s", (loginTarget, expected) => {
    expect(landingPath(loginTarget)).toBe(expected);
  });

  test.each<[StaffRole | null, string]>([
    ["owner", "/admin"],
    ["staff", "/dashboard"],
    [null, "/dashboard"],
  ])("starts %s at %s, and follows next", (role, start) => {
    expect(landingPath({}, role)).toBe(start);
    expect(landingPath({ next: "/submit" }, role)).toBe("/submit");
  });
});

describe("safe next", () => {
  const ORIGIN = "https://app.example";

  describe("safeNext", () => {
    test("uses at least 80 distinct unsafe URLs", () => {
      expect(new Set(UNSAFE_URLS).size).toBeGreaterThanOrEqual(80);
    });

    test.each(UNSAFE_URLS.map((payload) => [payload]))("refuses %j", (payload) => {
      expect(safeNext(payload)).toBeNull();
    });

    test.each(UNSAFE_URLS.map((payload) => [payload]))(
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

    test("refuses a backslash anywhere, since browsers may read it as a slash", () => {
      expect(safeNext("/dashboard?to=\\evil.com")).toBeNull();
      expect(safeNext("/dashboard?to=evil.com\\")).toBeNull();
    });

    test.each([[null], [undefined]])("refuses %s", (next) => {
      expect(safeNext(next)).toBeNull();
    });
  });

  const ORDER = "00000000-0000-4000-8000-000000000001";

  test("follows a path to a label", () => {
    expect(safeNext(`/orders/${ORDER}/label?size=a4`)).toBe(`/orders/${ORDER}/label?size=a4`);
    expect(safeNext(`//evil.com/orders/${ORDER}/label`)).toBeNull();
  });
});

describe("session channel", () => {
  test("notifies other pages until they stop listening", async () => {
    const heard: SessionNews[] = [];
    let arrived: () => void = () => {};
    const stop = onSessionNews((news) => {
      heard.push(news);
      arrived();
    });
    const next = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    announceSession({ isSignedIn: true, who: "1 a@b.test" });
    await next;
    expect(heard).toEqual([{ isSignedIn: true, who: "1 a@b.test" }]);

    stop();
    // A second listener shows that the second message has been delivered.
    const last = new Promise<SessionNews>((resolve) => {
      const end = onSessionNews((news) => {
        end();
        resolve(news);
      });
    });
    announceSession({ isSignedIn: false });
    expect(await last).toEqual({ isSignedIn: false });
    expect(heard).toHaveLength(1);
  });
});
