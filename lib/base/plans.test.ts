import { isMembershipPlan, orderTotalCents, planFor, plans } from "@/lib/base/plans";

const visitor = { isSignedIn: false, isStaff: false, membership: null, wantsPayg: false } as const;
const customer = { ...visitor, isSignedIn: true } as const;

describe("planFor", () => {
  test.each([
    ["a guest pays as he goes", visitor, "payg", null],
    ["a customer without a membership", customer, "free", null],
    ["a customer who chose pay-as-you-go", { ...customer, wantsPayg: true }, "payg", null],
    ["a starter member", { ...customer, membership: "starter" }, "starter", 100],
    ["a pro member", { ...customer, membership: "pro" }, "pro", 500],
    ["an elite member", { ...customer, membership: "elite" }, "elite", 1000],
    [
      "a member at the limit who pays as he goes",
      { ...customer, membership: "pro", wantsPayg: true },
      "payg",
      null,
    ],
    ["staff", { ...customer, isStaff: true }, "elite", null],
    ["staff who chose pay-as-you-go", { ...customer, isStaff: true, wantsPayg: true }, "payg", null],
    ["a membership without a session counts for nothing", { ...visitor, membership: "elite" }, "payg", null],
  ] as const)("%s", (_, context, plan, monthlyLimit) => {
    expect(planFor(context)).toEqual({ plan, monthlyLimit });
  });
});

test.each([
  ["payg", 1, 2_500],
  ["free", 9_999, 24_997_500],
  ["starter", 100, 250_000],
  ["pro", 3, 6_600],
  ["pro", 9_999, 21_997_800],
  ["elite", 7, 13_300],
  ["elite", 9_999, 18_998_100],
] as const)("%s: %i cards come to %i cents", (plan, cards, total) => {
  expect(orderTotalCents(plan, cards)).toBe(total);
});

test.each([
  ["payg", 2500, 0, null],
  ["free", 2500, 0, null],
  ["starter", 2500, 2900, 100],
  ["pro", 2200, 9900, 500],
  ["elite", 1900, 24_900, 1000],
] as const)("%s costs what the specification says", (plan, rateCents, monthlyCents, monthlyLimit) => {
  expect(plans[plan]).toMatchObject({ rateCents, monthlyCents, monthlyLimit });
});

test.each([
  ["starter", true],
  ["pro", true],
  ["elite", true],
  ["free", false],
  ["payg", false],
  ["PRO", false],
  ["", false],
  ["constructor", false],
  [null, false],
  [undefined, false],
  [["pro"], false],
])("%j is a membership: %s", (plan, expected) => {
  expect(isMembershipPlan(plan)).toBe(expected);
});
