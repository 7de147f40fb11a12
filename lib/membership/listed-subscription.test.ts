import type Stripe from "stripe";
import { currentSubscription, listedSubscription } from "@/lib/membership/listed-subscription";

const START = 1_795_600_000;
const END = START + 30 * 86_400;
const planOf = (price: string) =>
  (["starter", "pro", "elite"] as const).find((plan) => `price_${plan}` === price) ?? null;

/** The paid invoice of the month at a plan's price. */
const paid = (plan: string) => [
  {
    created: START,
    status: "paid",
    lines: {
      data: [
        {
          amount: 9900,
          period: { start: START, end: END },
          pricing: { price_details: { price: `price_${plan}` } },
        },
      ],
    },
  } as unknown as Stripe.Invoice,
];

/** A subscription as the API of today answers it; only what is looked at. */
const aSubscription = (changes: object = {}, item: object = {}) =>
  ({
    id: "sub_1",
    status: "active",
    created: START,
    start_date: START,
    cancel_at: null,
    cancel_at_period_end: false,
    items: {
      data: [{ price: { id: "price_pro" }, current_period_start: START, current_period_end: END, ...item }],
    },
    ...changes,
  }) as unknown as Stripe.Subscription;

const listed = {
  id: "sub_1",
  status: "active",
  plan_type: "pro",
  next_plan_type: null,
  price_id: "price_pro",
  current_period_start: new Date(START * 1000).toISOString(),
  current_period_end: new Date(END * 1000).toISOString(),
  cancel_at_period_end: false,
  created_at: new Date(START * 1000).toISOString(),
};

test.each<[string, Stripe.Subscription]>([
  ["of today, with the period on its item", aSubscription()],
  [
    "of before 2025, with the period on itself",
    aSubscription(
      { current_period_start: START, current_period_end: END },
      { current_period_start: undefined, current_period_end: undefined },
    ),
  ],
])("a subscription %s", (_, subscription) => {
  expect(listedSubscription(subscription, planOf, paid("pro"))).toEqual(listed);
});

test.each([
  ["a switch", { cancel_at_period_end: true }],
  ["a date", { cancel_at: END }],
])("canceled by %s ends", (_, changes) => {
  expect(listedSubscription(aSubscription(changes), planOf, paid("pro")).cancel_at_period_end).toBe(true);
});

test("a price of no plan, and a subscription without items, are of no plan", () => {
  const foreign = aSubscription({}, { price: { id: "price_foreign" } });
  const listed = (subscription: Stripe.Subscription) => listedSubscription(subscription, planOf, paid("pro"));
  const none = { plan_type: null, next_plan_type: null };
  expect(listed(foreign)).toMatchObject({ ...none, price_id: "price_foreign" });
  expect(listed(aSubscription({ items: { data: [] } }))).toMatchObject({ ...none, price_id: "" });
});

const scheduled = (price: unknown, start = END) => ({
  schedule: {
    phases: [
      { start_date: START, items: [{ price: "price_pro" }] },
      { start_date: start, items: [{ price }] },
    ],
  },
});

test.each<[string, Stripe.Subscription, string, object]>([
  ["the same goes on", aSubscription(), "pro", { plan_type: "pro", next_plan_type: null }],
  [
    "a higher price that nobody paid",
    aSubscription(),
    "starter",
    { plan_type: "starter", next_plan_type: "pro" },
  ],
  [
    "a lower price before the renewal",
    aSubscription(),
    "elite",
    { plan_type: "elite", next_plan_type: "pro" },
  ],
  [
    "a schedule",
    aSubscription(scheduled("price_starter")),
    "pro",
    { plan_type: "pro", next_plan_type: "starter" },
  ],
  [
    "a schedule with whole prices",
    aSubscription(scheduled({ id: "price_starter" })),
    "pro",
    { plan_type: "pro", next_plan_type: "starter" },
  ],
  [
    "a schedule whose last phase runs",
    aSubscription(scheduled("price_starter", START)),
    "pro",
    { plan_type: "pro", next_plan_type: null },
  ],
  [
    "a schedule whose next phase sells nothing",
    aSubscription({ schedule: { phases: [{ start_date: END, items: [] }] } }),
    "pro",
    { plan_type: "pro", next_plan_type: null },
  ],
  [
    "a schedule that is only named",
    aSubscription({ schedule: "sub_sched_1" }),
    "pro",
    { plan_type: "pro", next_plan_type: null },
  ],
  [
    "what ends has no next",
    aSubscription({ cancel_at_period_end: true }),
    "elite",
    { plan_type: "elite", next_plan_type: null },
  ],
  [
    "what has ended has none either",
    aSubscription({ status: "canceled" }),
    "elite",
    { plan_type: "elite", next_plan_type: null },
  ],
  [
    "active, never paid, and being charged",
    aSubscription({ latest_invoice: { auto_advance: true } }),
    "foreign",
    { status: "incomplete", plan_type: "pro", next_plan_type: null },
  ],
  [
    "active, not paid, and nobody is charged",
    aSubscription({ latest_invoice: { auto_advance: false } }),
    "foreign",
    { status: "paused", plan_type: "pro", next_plan_type: null },
  ],
  [
    "in arrears, and never paid",
    aSubscription({ status: "past_due" }),
    "foreign",
    { status: "past_due", plan_type: "pro" },
  ],
])("%s", (_, subscription, paidFor, expected) => {
  expect(listedSubscription(subscription, planOf, paid(paidFor))).toMatchObject(expected);
});

test.each([
  [["canceled", "incomplete_expired", "incomplete"], null],
  [["canceled", "past_due"], "past_due"],
  [["past_due", "active"], "active"],
  [["unpaid"], "unpaid"],
  [["paused"], "paused"],
  [["trialing"], "trialing"],
  [[], null],
])("of %j, beside %s no second one may be opened", (statuses, expected) => {
  const subscriptions = statuses.map((status) => aSubscription({ status }));
  expect(currentSubscription(subscriptions)?.status ?? null).toBe(expected);
});
