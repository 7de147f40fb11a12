import { accessOf, redirectFor, type Visitor } from "@/lib/auth/session/access";
import { claimedIdentity, namesAnother, namesPerson } from "@/lib/auth/session/claimed-identity";
import { type LoginTarget, landingPath, safeNext } from "@/lib/auth/session/landing-path";
import { announceSession, onSessionNews, type SessionNews } from "@/lib/auth/session/session-channel";
import type { StaffRole } from "@/lib/auth/session-context";

const UNSAFE_URLS = [
  "https://evil.com",
  "https:/evil.com",
  "https:\\\\evil.com",
  "evil.com",
  "@evil.com",
  ".evil.com",
  "//evil.com",
  "///evil.com",
  "//user@evil.com/dashboard",
  "//evil。com",
  // Backslashes, which browsers read as slashes.
  "/\\evil.com",
  "\\/evil.com",
  "/dashboard\\..\\..\\evil",
  "/dashboard?to=\\evil.com",
  // Characters that browsers drop from URLs.
  "/\t/evil.com",
  "/\n/evil.com",
  "\t//evil.com",
  " //evil.com",
  "/\u0000/evil.com",
  "java\tscript:alert(1)",
  "/dashboard\r\nlocation: //evil.com",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://evil.com/1",
  // Encoded slashes and characters that look like a slash.
  "/%09/evil.com",
  "/%2f/evil.com",
  "/%2f%2fevil.com",
  "/%5cevil.com",
  "/%252f%252fevil.com",
  "/／evil.com",
  "/%e3%80%82evil.com",
  "/\u2028/evil.com",
  "/.evil.com",
  "/@evil.com",
  "/..//evil.com",
  "/dashboard/..//evil.com",
  "/dashboard/",
  "/dashboard/secret",
  "/dashboard%00",
  "/DASHBOARD",
  "/api/auth/sign-out",
  "/unlisted",
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
      ["/unlisted", NOBODY, null],
      ["/dashboard", NOBODY, "/login?next=%2Fdashboard"],
      ["/dashboard?tab=all", NOBODY, "/login?next=%2Fdashboard%3Ftab%3Dall"],
      ["/dashboard", PERSON, null],
      ["/dashboard", UNKNOWN, null],
      ["/dashboard", ENDED, "/login?next=%2Fdashboard&failed=ended"],
      ["/dashboard", UNREADABLE, "/login?next=%2Fdashboard&failed=session"],
      ["/dashboard?refresh=1", UNREADABLE, null],
      ["/submit", NOBODY, "/login?next=%2Fsubmit"],
      ["/submit", UNKNOWN, "/login?next=%2Fsubmit"],
      ["/submit", PENDING, "/submit?mode=payg"],
      ["/submit?plan=free", PENDING, "/login?next=%2Fsubmit&plan=free"],
      ["/submit?mode=payg", PENDING, null],
      ["/submit", { ...PERSON, hasPendingPayg: true }, null],
      ["/dashboard?refresh=1", NOBODY, null],
      ["/submit?plan=//evil.com", NOBODY, "/login?next=%2Fsubmit&plan=%2F%2Fevil.com"],
      ["/submit?mode=payg", NOBODY, null],
      ["/dashboard?mode=payg", NOBODY, "/login?next=%2Fdashboard%3Fmode%3Dpayg"],
      ["/submit?mode=PAYG", NOBODY, "/login?next=%2Fsubmit%3Fmode%3DPAYG"],
      ["/portal/profile", NOBODY, "/login?next=%2Fportal%2Fprofile"],
    ])("redirects %s for %j to %s", (path, visitor, expected) => {
      expect(redirectFor(new URL(path, ORIGIN), visitor)).toBe(expected);
    });
  });

  test("has an access rule only for listed pages", () => {
    expect(accessOf("/dashboard")).toBe("user");
    expect(accessOf("/login")).toBe("open");
    expect(accessOf("/admin/order/no-order-has-this")).toBe("admin");
    expect(accessOf("/admin/../dashboard")).toBeUndefined();
    expect(accessOf("/constructor")).toBeUndefined();
  });

  test.each([
    ["plan=pro", "subscriber"],
    ["plan=free", "user"],
    ["plan=Pro", "user"],
    ["plan=pro&mode=payg", "user"],
  ])("sets the access of /submit?%s to %s", (query, access) => {
    expect(accessOf("/submit", new URLSearchParams(query))).toBe(access);
    expect(accessOf("/pricing", new URLSearchParams(query))).toBe("open");
  });

  const ORDER = "00000000-0000-4000-8000-000000000001";
  const TOKEN = `${"a_-".repeat(14)}A`;

  test.each([
    [`/orders/${ORDER}/label`, "open"],
    [`/track/${TOKEN}`, "open"],
    [`/mail/${TOKEN}${TOKEN}`, "open"],
    [`/mail/${TOKEN}`, undefined],
    [`/orders/${ORDER}`, undefined],
    [`/orders/${ORDER}/label/x`, undefined],
    [`/orders/${ORDER.slice(1)}/label`, undefined],
    [`/track/${TOKEN}x`, undefined],
  ])("returns the access of %s: %s", (path, access) => {
    expect(accessOf(path)).toBe(access);
  });

  describe.each(["/admin", "/admin/people", "/admin/grader/12/manifest", "/admin/order/1"])("%s", (path) => {
    test.each([
      ["a guest", NOBODY, `/login?next=${encodeURIComponent(path)}`],
      ["a customer", { ...PERSON, isStaff: false }, "/dashboard"],
      ["staff", { ...PERSON, isStaff: true }, null],
    ])("redirects %s (%j) to %s", (_, visitor, expected) => {
      expect(redirectFor(new URL(path, ORIGIN), visitor)).toBe(expected);
    });
  });
});

describe("claimed identity", () => {
  const SELF = { userId: "11111111-1111-4111-8111-111111111111", email: "Self@Example.com" };
  const OTHER = "22222222-2222-4222-8222-222222222222";

  test.each([
    undefined,
    { user_id: null, user_email: null },
    { user_id: "", user_email: " " },
    { user_email: " self@example.COM " },
    { user_id: SELF.userId, user_email: "self@example.com" },
  ])("accepts %j", (body) => {
    expect(namesAnother(body, SELF)).toBe(false);
  });

  test.each([
    { user_id: OTHER },
    { user_id: "no id at all" },
    { user_id: SELF.userId, user_email: "other@example.com" },
    { user_id: OTHER, user_email: SELF.email },
    { user_id: 42 },
    { user_email: ["self@example.com"] },
  ])("detects another person in %j", (body) => {
    expect(namesAnother(body, SELF)).toBe(true);
  });

  test("distinguishes letters that match only in uppercase", () => {
    const caller = { ...SELF, email: "stra\u00dfe@example.com" };
    expect(namesAnother({ user_email: "strasse@example.com" }, caller)).toBe(true);
    expect(namesAnother({ user_email: "Stra\u00dfe@example.com" }, caller)).toBe(false);
  });

  test("accepts any named person without a session", () => {
    expect(namesAnother({ user_id: OTHER }, { userId: null, email: null })).toBe(false);
  });

  test.each([
    [{ user_id: OTHER }, true],
    [{ user_id: "" }, false],
    [{ user_email: "self@example.com" }, false],
    [undefined, false],
    ["a text", false],
  ])("returns whether %j names a person: %s", (body, expected) => {
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
    [{ next: "/submit" }, "/submit"],
    [{ next: "/submit", plan: "free" }, "/submit?plan=free"],
    [{ next: "/submit", plan: "pro" }, "/submit"],
    [{ next: "/submit?mode=payg", plan: "free" }, "/submit?mode=payg"],
    [{ plan: "free" }, "/submit?plan=free"],
    [{ plan: "pro" }, "/pricing?plan=pro"],
    [{ plan: "platinum" }, "/dashboard"],
    [{ next: "//evil.com", plan: "starter" }, "/pricing?plan=starter"],
    [{ next: "//evil.com" }, "/dashboard"],
    [{ next: "/login" }, "/dashboard"],
    [{ next: "/signup?plan=free", plan: "free" }, "/submit?plan=free"],
  ])("sends %j to %s", (loginTarget, expected) => {
    expect(landingPath(loginTarget)).toBe(expected);
  });

  test.each<[StaffRole | null, string]>([
    ["owner", "/admin"],
    ["staff", "/dashboard"],
    [null, "/dashboard"],
  ])("starts %s at %s unless next names a page", (role, start) => {
    expect(landingPath({}, role)).toBe(start);
    expect(landingPath({ next: "/submit" }, role)).toBe("/submit");
  });
});

describe("safe next", () => {
  const ORIGIN = "https://app.example";

  describe("safeNext", () => {
    test.each(UNSAFE_URLS.map((payload) => [payload]))("refuses %j", (payload) => {
      expect(safeNext(payload)).toBeNull();
    });

    test.each(UNSAFE_URLS.map((payload) => [payload]))(
      "stays on this origin with %j inside a query",
      (payload) => {
        const next = safeNext(`/dashboard?next=${encodeURIComponent(payload)}`);
        expect(next && new URL(next, ORIGIN).origin).toBe(ORIGIN);
        expect(next && new URL(next, ORIGIN).pathname).toBe("/dashboard");
      },
    );

    test.each([
      ["/dashboard", "/dashboard"],
      ["/submit?plan=free", "/submit?plan=free"],
      ["/dashboard#top", "/dashboard"],
      ["/submit/../dashboard", "/dashboard"],
      ["/", "/"],
    ])("follows %s", (next, expected) => {
      expect(safeNext(next)).toBe(expected);
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

test("notifies other pages of a sign-in", async () => {
  const heard = new Promise<SessionNews>((resolve) => {
    const stop = onSessionNews((news) => {
      stop();
      resolve(news);
    });
  });
  announceSession({ isSignedIn: true, who: "1 a@b.test" });
  expect(await heard).toEqual({ isSignedIn: true, who: "1 a@b.test" });
});
