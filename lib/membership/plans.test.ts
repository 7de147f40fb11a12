import { orderTotalCents, type PlanType, planFor, plans } from "@/lib/membership/plans";

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

test("totals are whole cents for every plan and every count", () => {
  for (const plan of Object.keys(plans) as PlanType[]) {
    for (let cards = 1; cards <= 9999; cards++) {
      const total = orderTotalCents(plan, cards);
      expect(Number.isSafeInteger(total) && total / cards === plans[plan].rateCents).toBe(true);
    }
  }
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
