import type Stripe from "stripe";
import type { MembershipPlan } from "@/lib/base/plans";
import { currentSubscription, listedSubscription } from "@/lib/membership/listed-subscription";
import {
  currentPeriod,
  isBeingCharged,
  isPaidByLatest,
  paidPlan,
  periodOf,
} from "@/lib/membership/paid-plan";

describe("paid plan", () => {
  const DAY = 86_400;
  const START = 1_795_600_000;
  const END = START + 30 * DAY;
  const planOf = (price: string) =>
    (["starter", "pro", "elite"] as const).find((plan) => `price_${plan}` === price) ?? null;

  type Line = [plan: string, cents: number, start?: number, end?: number];

  /** An invoice of `day` days after the period's start, paid unless told otherwise. */
  const anInvoice = (day: number, lines: Line[], status = "paid") =>
    ({
      created: START + day * DAY,
      status,
      lines: {
        data: lines.map(([plan, amount, start = START, end = END]) => ({
          amount,
          period: { start, end },
          pricing: { price_details: { price: `price_${plan}` } },
        })),
      },
    }) as unknown as Stripe.Invoice;

  const month = (plan: string, cents = 2900) => anInvoice(0, [[plan, cents]]);
  const formerMonth = (plan: string) => anInvoice(-30, [[plan, 2900, START - 30 * DAY, START]]);
  const nextMonth = (plan: string) => anInvoice(29, [[plan, 2900, END, END + 30 * DAY]]);
  const withPricing = (pricing: object | null) =>
    ({
      created: START,
      status: "paid",
      lines: { data: [{ amount: 2900, period: { start: START, end: END }, pricing }] },
    }) as unknown as Stripe.Invoice;
  const raise = (day: number, from: string, to: string) =>
    anInvoice(day, [
      [to, 200, START + day * DAY],
      [from, -100, START + day * DAY],
    ]);

  const cases: [string, MembershipPlan, Stripe.Invoice[], MembershipPlan | null][] = [
    ["its month is paid", "starter", [month("starter")], "starter"],
    ["a higher price without an invoice", "elite", [month("starter")], "starter"],
    [
      "a higher price whose invoice is open",
      "elite",
      [month("starter"), anInvoice(3, [["elite", 9]], "open")],
      "starter",
    ],
    [
      "a higher price whose invoice is a draft",
      "elite",
      [month("starter"), anInvoice(3, [["elite", 9]], "draft")],
      "starter",
    ],
    [
      "a higher price whose invoice is void",
      "elite",
      [month("starter"), anInvoice(3, [["elite", 9]], "void")],
      "starter",
    ],
    ["a higher price, paid", "elite", [month("starter"), raise(3, "starter", "elite")], "elite"],
    [
      "a higher price, paid, newest invoice first",
      "elite",
      [raise(3, "starter", "elite"), month("starter")],
      "elite",
    ],
    ["a lower price before the month is over", "starter", [month("elite")], "elite"],
    [
      "raised, then lowered before the month is over",
      "starter",
      [month("starter"), raise(3, "starter", "elite")],
      "elite",
    ],
    [
      "raised twice, then one back without an invoice",
      "pro",
      [month("starter"), raise(3, "starter", "pro"), raise(5, "pro", "elite")],
      "elite",
    ],
    [
      "given back by an invoice, then up again without one",
      "elite",
      [month("elite"), raise(3, "elite", "starter")],
      "starter",
    ],
    [
      "given back and paid anew",
      "elite",
      [month("elite"), raise(3, "elite", "starter"), raise(4, "starter", "elite")],
      "elite",
    ],
    [
      "a free month (a coupon takes it off the invoice, not off its line)",
      "pro",
      [month("pro", 9900)],
      "pro",
    ],
    ["a line of nothing", "pro", [month("pro", 0)], null],
    ["a line of a price that is no plan", "pro", [anInvoice(0, [["newsletter", 500]])], null],
    ["nothing was ever paid", "elite", [], null],
    [
      "given back by an invoice, newest invoice first",
      "elite",
      [raise(3, "elite", "starter"), month("elite")],
      "starter",
    ],
    [
      "given back and charged anew by one invoice, whatever the order of its lines",
      "starter",
      [
        month("starter"),
        anInvoice(3, [
          ["starter", 2900],
          ["starter", -1000],
        ]),
      ],
      "starter",
    ],
    [
      "two prices paid for the same days",
      "elite",
      [month("elite"), anInvoice(3, [["starter", 2900]])],
      "elite",
    ],
    ["the next month paid ahead", "elite", [month("starter"), nextMonth("elite")], "starter"],
    ["a line without a price", "pro", [month("pro"), withPricing(null), withPricing({})], "pro"],
    [
      "a line that includes its price whole",
      "pro",
      [withPricing({ price_details: { price: { id: "price_pro" } } })],
      "pro",
    ],
    ["a new month that is not billed yet", "pro", [formerMonth("pro")], "pro"],
    [
      "a new month that is not billed yet, after a purchase that is no plan",
      "pro",
      [formerMonth("pro"), anInvoice(-3, [["newsletter", 500, START - 3 * DAY, START]])],
      "pro",
    ],
    ["a new month at a lower price that is not billed yet", "starter", [formerMonth("elite")], "starter"],
    ["a new month at a higher price that is not billed yet", "elite", [formerMonth("starter")], "starter"],
    [
      "a new month at a higher price that is paid",
      "elite",
      [formerMonth("starter"), month("elite")],
      "elite",
    ],
  ];

  test.each(cases)("%s: at the price of %s", (_, plan, invoices, expected) => {
    const now = { plan, start: START, end: END, isBeingCharged: true };
    expect(paidPlan(now, invoices, planOf)).toBe(expected);
  });

  test.each<[string, Stripe.Invoice[], MembershipPlan | null]>([
    ["the former month", [formerMonth("pro")], null],
    ["this month", [formerMonth("pro"), month("pro")], "pro"],
  ])("while nobody is charged, %s gives rights to what it was paid for alone", (_, invoices, expected) => {
    const now = { plan: "pro", start: START, end: END, isBeingCharged: false } as const;
    expect(paidPlan(now, invoices, planOf)).toBe(expected);
  });

  test.each([
    ["a draft that goes on by itself", { latest_invoice: { auto_advance: true } }, true],
    ["a bill that is left as it is", { latest_invoice: { auto_advance: false } }, false],
    [
      "a pause",
      { latest_invoice: { auto_advance: true }, pause_collection: { behavior: "void", resumes_at: null } },
      false,
    ],
    ["no bill", { latest_invoice: null }, false],
    ["a bill that is only named", { latest_invoice: "in_1" }, false],
  ])("with %s somebody is charged: %j", (_, subscription, expected) => {
    expect(isBeingCharged(subscription as unknown as Stripe.Subscription)).toBe(expected);
  });

  const aSubscription = (price: string, item: object = {}) =>
    ({
      start_date: START - 60 * DAY,
      items: {
        data: [{ price: { id: price }, current_period_start: START, current_period_end: END, ...item }],
      },
    }) as unknown as Stripe.Subscription;

  test.each<[string, Stripe.Subscription, Stripe.Invoice, boolean]>([
    ["of this month, paid", aSubscription("price_pro"), month("pro"), true],
    ["of this month, open", aSubscription("price_pro"), anInvoice(0, [["pro", 9900]], "open"), false],
    ["of another price", aSubscription("price_elite"), month("pro"), false],
    ["of last month", aSubscription("price_pro"), formerMonth("pro"), false],
    ["of next month", aSubscription("price_pro"), nextMonth("pro"), false],
    ["of a price that is no plan", aSubscription("price_other"), month("pro"), false],
  ])("the latest invoice alone decides, or not: one %s", (_, subscription, latest, decides) => {
    expect(isPaidByLatest(subscription, latest, planOf)).toBe(decides);
  });

  test("the period stands on the item, before 2025 on the subscription, else it is a moment", () => {
    const bare = { current_period_start: undefined, current_period_end: undefined };
    const before = {
      ...aSubscription("price_pro", bare),
      current_period_start: START,
      current_period_end: END,
    };
    const period = { start: START, end: END };
    expect(periodOf(aSubscription("price_pro"))).toEqual(period);
    expect(periodOf(before)).toEqual(period);
    const none = START - 60 * DAY;
    expect(periodOf(aSubscription("price_pro", bare))).toEqual({ start: none, end: none });
    expect(currentPeriod(aSubscription("price_pro"), planOf)).toEqual({ plan: "pro", ...period });
    expect(currentPeriod(aSubscription("price_other"), planOf)).toBeNull();
    const empty = { ...aSubscription("price_pro"), items: { data: [] } } as unknown as Stripe.Subscription;
    expect(currentPeriod(empty, planOf)).toBeNull();
  });
});

describe("listed subscription", () => {
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
    const listed = (subscription: Stripe.Subscription) =>
      listedSubscription(subscription, planOf, paid("pro"));
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
});
