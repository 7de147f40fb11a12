import { accessOf, redirectFor, type Visitor } from "@/lib/auth/session/access";

const ORIGIN = "https://app.example";

const NOBODY: Visitor = { isSignedIn: false, hasBrokenSession: false };
const BROKEN: Visitor = { ...NOBODY, hasBrokenSession: true };
const UNREADABLE: Visitor = { ...NOBODY, hasUnreadableSession: true };
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
    ["/dashboard", BROKEN, null],
    ["/dashboard", UNREADABLE, "/login?next=%2Fdashboard&failed=session"],
    ["/submit?plan=free", UNREADABLE, "/login?next=%2Fsubmit&plan=free&failed=session"],
    ["/dashboard?refresh=1", UNREADABLE, null],
    ["/login", UNREADABLE, null],
    ["/submit", NOBODY, "/login?next=%2Fsubmit"],
    ["/submit", BROKEN, "/login?next=%2Fsubmit"],
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

test("only listed pages have an access rule", () => {
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
