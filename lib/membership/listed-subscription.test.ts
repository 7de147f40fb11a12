import type Stripe from "stripe";
import { currentSubscription, listedSubscription } from "@/lib/membership/listed-subscription";

const START = 1_795_600_000;
const END = START + 30 * 86_400;
const planOf = (price: string) => (price === "price_pro" ? "pro" : null);

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
  expect(listedSubscription(subscription, planOf)).toEqual(listed);
});

test.each([
  ["a switch", { cancel_at_period_end: true }],
  ["a date", { cancel_at: END }],
])("canceled by %s ends", (_, changes) => {
  expect(listedSubscription(aSubscription(changes), planOf).cancel_at_period_end).toBe(true);
});

test("a price of no plan, and a subscription without items, are of no plan", () => {
  const foreign = aSubscription({}, { price: { id: "price_foreign" } });
  expect(listedSubscription(foreign, planOf)).toMatchObject({ plan_type: null, price_id: "price_foreign" });
  expect(listedSubscription(aSubscription({ items: { data: [] } }), planOf)).toMatchObject({
    plan_type: null,
    price_id: "",
  });
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
