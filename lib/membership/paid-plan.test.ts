import type Stripe from "stripe";
import type { ErrorCode } from "@/lib/base/errors";
import { messages } from "@/lib/base/messages";
import type { MembershipPlan } from "@/lib/base/plans";
import type { JsonFailure } from "@/lib/http/post-json";
import { followSuccess, type Payer, type SuccessState } from "@/lib/membership/follow-success";
import { currentSubscription, listedSubscription } from "@/lib/membership/listed-subscription";
import { isBeingCharged, isPaidByLatest, paidPlan } from "@/lib/membership/paid-plan";
import { checkoutStart, startMembership, wantedPlan } from "@/lib/membership/start-membership";
import { aMembership } from "@/sandbox/builders/membership";
import { aFailure } from "@/sandbox/builders/stub-endpoint";

const DAY = 86_400;
const START = 1_795_600_000;
const END = START + 30 * DAY;
const planOf = (price: string) =>
  (["starter", "pro", "elite"] as const).find((plan) => `price_${plan}` === price) ?? null;

type Line = [plan: string, cents: number, start?: number, end?: number];

/** An invoice created `day` days after the period's start, paid by default. */
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

describe("paid plan", () => {
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
    ["a higher price, paid", "elite", [month("starter"), raise(3, "starter", "elite")], "elite"],
    ["a lower price before the month is over", "starter", [month("elite")], "elite"],
    [
      "raised, then lowered before the month is over",
      "starter",
      [month("starter"), raise(3, "starter", "elite")],
      "elite",
    ],
    [
      "given back and paid anew",
      "elite",
      [month("elite"), raise(3, "elite", "starter"), raise(4, "starter", "elite")],
      "elite",
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
    ["a new month that is not billed yet", "pro", [formerMonth("pro")], "pro"],
    ["a new month at a lower price that is not billed yet", "starter", [formerMonth("elite")], "starter"],
    ["a new month at a higher price that is not billed yet", "elite", [formerMonth("starter")], "starter"],
  ];

  test.each(cases)("returns the paid plan: %s, at the price of %s", (_, plan, invoices, expected) => {
    const now = { plan, start: START, end: END, isBeingCharged: true };
    expect(paidPlan(now, invoices, planOf)).toBe(expected);
  });

  test("grants only the paid period when the subscription isn't being charged", () => {
    const now = { plan: "pro", start: START, end: END, isBeingCharged: false } as const;
    expect(paidPlan(now, [formerMonth("pro")], planOf)).toBeNull();
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
  ])("returns whether a subscription with %s is being charged: %j", (_, subscription, expected) => {
    expect(isBeingCharged(subscription as unknown as Stripe.Subscription)).toBe(expected);
  });

  const aSubscription = (price: string) =>
    ({
      start_date: START - 60 * DAY,
      items: { data: [{ price: { id: price }, current_period_start: START, current_period_end: END }] },
    }) as unknown as Stripe.Subscription;

  test.each<[string, Stripe.Subscription, Stripe.Invoice, boolean]>([
    ["of this month, paid", aSubscription("price_pro"), month("pro"), true],
    ["of this month, open", aSubscription("price_pro"), anInvoice(0, [["pro", 9900]], "open"), false],
    ["of another price", aSubscription("price_elite"), month("pro"), false],
    ["of last month", aSubscription("price_pro"), formerMonth("pro"), false],
  ])("returns whether a latest invoice %s covers the current price", (_, subscription, latest, decides) => {
    expect(isPaidByLatest(subscription, latest, planOf)).toBe(decides);
  });
});

describe("listed subscription", () => {
  const paid = (plan: string) => [month(plan)];

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
  ])("maps a subscription %s", (_, subscription) => {
    expect(listedSubscription(subscription, planOf, paid("pro"))).toEqual(listed);
  });

  test.each([
    ["keeps its plan while the new month's bill is a draft", { auto_advance: true }, "active"],
    ["is paused while the new month's bill is left as it is", { auto_advance: false }, "paused"],
  ])("a paid subscription %s", (_, latest_invoice, status) => {
    const former = anInvoice(-30, [["pro", 9900, START - 30 * DAY, START]]);
    expect(listedSubscription(aSubscription({ latest_invoice }), planOf, [former])).toEqual({
      ...listed,
      status,
    });
  });

  test.each([
    ["a switch", { cancel_at_period_end: true }],
    ["a date", { cancel_at: END }],
  ])("marks a subscription canceled by %s as ending", (_, changes) => {
    expect(listedSubscription(aSubscription(changes), planOf, paid("pro")).cancel_at_period_end).toBe(true);
  });

  test("returns no plan for an unknown price or no items", () => {
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
      "a schedule whose last phase runs",
      aSubscription(scheduled("price_starter", START)),
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
  ])("returns the status and plans: %s", (_, subscription, paidFor, expected) => {
    expect(listedSubscription(subscription, planOf, paid(paidFor))).toMatchObject(expected);
  });

  test.each([
    [["canceled", "incomplete_expired", "incomplete"], null],
    [["canceled", "past_due"], "past_due"],
    [["past_due", "active"], "active"],
    [[], null],
  ])("returns the status among %j that blocks a second subscription: %s", (statuses, expected) => {
    const subscriptions = statuses.map((status) => aSubscription({ status }));
    expect(currentSubscription(subscriptions)?.status ?? null).toBe(expected);
  });
});

describe("follow success", () => {
  const PAYER: Payer = { userId: "u1", email: "casey@example.com" };
  const SESSION = "cs_test_a1b2c3d4e5";
  const success = () => Response.json({ success: true, subscription: aMembership() });
  const refusal = (status: number, error: string, code?: ErrorCode) => () =>
    Response.json({ error, code }, { status });
  const away = () => Promise.reject(new TypeError("fetch failed"));
  const never = () => new Promise<Response>(() => {});

  type Reply = () => Response | Promise<Response>;

  /**
   * Follows a payment against these responses in turn and repeats the last one. Records when each request and state
   * occurred.
   */
  function start({ process, profile, payer }: { process: Reply[]; profile?: Reply[]; payer: Payer | null }) {
    const stop = new AbortController();
    const skip = new AbortController();
    const calls: { at: number; path: string; body: unknown }[] = [];
    const states: SuccessState[] = [];
    const payers: (Payer | null)[] = [];
    const begun = Date.now();
    const queues: Record<string, Reply[]> = {
      "/api/processSuccess": process,
      "/api/profile": profile ?? [],
    };
    global.fetch = jest.fn((path, init) => {
      const queue = queues[String(path)] ?? [];
      calls.push({
        at: Date.now() - begun,
        path: String(path),
        body: JSON.parse(String(init?.body ?? "null")),
      });
      const reply = queue.length > 1 ? queue.shift() : queue[0];
      const aborted = new Promise<never>((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
      );
      return Promise.race([Promise.resolve(reply?.() ?? never()), aborted]);
    });
    const done = followSuccess({
      sessionId: SESSION,
      payer,
      signal: stop.signal,
      skip: skip.signal,
      onPayer: (found) => payers.push(found),
      onState: (state) => states.push(state),
    });
    const shown = () => states.map(({ name }) => name);
    const asked = (path: string) => calls.filter((call) => call.path === path);
    return { stop, skip, calls, states, payers, done, shown, asked };
  }

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  test("sends the person's ID and email once and shows the membership", async () => {
    const { done, calls, states, payers } = start({ process: [success], payer: PAYER });
    await done;
    const body = { session_id: SESSION, user_id: "u1", user_email: "casey@example.com" };
    expect(calls).toEqual([{ at: 0, path: "/api/processSuccess", body }]);
    expect(states).toEqual([{ name: "processing" }, { name: "confirmed", membership: aMembership() }]);
    expect(payers).toEqual([PAYER]);
  });

  test("looks up the session three times, then continues without an account", async () => {
    const { done, asked, states, payers } = start({
      process: [success],
      profile: [refusal(401, "Please log in to continue.")],
      payer: null,
    });
    await pass(3_999);
    expect(states).toEqual([]);
    await pass(1);
    expect(states).toEqual([{ name: "looking", canContinue: true }]);
    await pass(2_000);
    await done;
    expect(asked("/api/profile").map(({ at }) => at)).toEqual([2_000, 4_000, 6_000]);
    expect(asked("/api/processSuccess")).toEqual([
      { at: 6_000, path: "/api/processSuccess", body: { session_id: SESSION } },
    ]);
    expect(payers).toEqual([null]);
  });

  test("continues without an account immediately when a hanging look-up is skipped", async () => {
    const { skip, done, asked } = start({ process: [success], profile: [away, away, never], payer: null });
    await pass(7_000);
    expect(asked("/api/processSuccess")).toEqual([]);
    skip.abort();
    await done;
    expect(asked("/api/processSuccess")).toEqual([
      { at: 7_000, path: "/api/processSuccess", body: { session_id: SESSION } },
    ]);
  });

  test("retries 'Missing required fields' once without the person", async () => {
    const { done, calls, shown } = start({
      process: [refusal(400, "Missing required fields", "invalid_input")],
      payer: PAYER,
    });
    await done;
    expect(calls.map(({ body }) => (body as { user_id?: string }).user_id)).toStrictEqual(["u1", undefined]);
    expect(shown()).toEqual(["processing", "refused"]);
  });

  test("polls an unclear outcome every 3 s until it's known", async () => {
    const { done, asked, shown } = start({
      process: [away, refusal(503, "away"), () => new Response("<html>"), refusal(409, "busy"), success],
      payer: PAYER,
    });
    await pass(12_000);
    await done;
    expect(asked("/api/processSuccess").map(({ at }) => at)).toEqual([0, 3_000, 6_000, 9_000, 12_000]);
    expect(shown()).toEqual([
      "processing",
      "confirming",
      "confirming",
      "confirming",
      "processed",
      "confirmed",
    ]);
  });

  test("keeps showing success while the membership's facts can't be read", async () => {
    const { done, asked, shown } = start({
      process: [refusal(400, "Payment already processed"), away, refusal(503, "away"), success],
      payer: PAYER,
    });
    await pass(9_000);
    await done;
    expect(shown()).toEqual(["processing", "processed", "confirmed"]);
    expect(asked("/api/processSuccess").map(({ at }) => at)).toEqual([0, 3_000, 6_000, 9_000]);
  });

  describe("wantedPlan", () => {
    test.each([
      ["", null],
      ["?plan=free", null],
      ["?plan=pro", "pro"],
      ["?plan=elite&x=1", "elite"],
      ["?plan=PRO", "unknown"],
      ["?plan=constructor", "unknown"],
    ])("reads the plan from %j: %s", (search, plan) => {
      expect(wantedPlan(search)).toBe(plan);
    });
  });

  const FAILED = "Failed to start checkout. Please try again.";
  const refused = (status: number, error: string, code: JsonFailure["code"] = "unknown") =>
    aFailure({ status, error, code });
  const answered = (data: unknown) => ({ ok: true, status: 200, data: data as { url?: unknown } }) as const;

  describe("checkoutStart", () => {
    test.each([
      ["an address", answered({ url: "https://checkout.example/1" }), { url: "https://checkout.example/1" }],
      ["no address", answered({}), { failure: "No checkout URL returned", needsLogin: false }],
      [
        "an address without encryption, as a sandbox has it",
        answered({ url: "http://127.0.0.1:4242/pay/1" }),
        { url: "http://127.0.0.1:4242/pay/1" },
      ],
      [
        "a script",
        answered({ url: "javascript:alert(1)" }),
        { failure: "No checkout URL returned", needsLogin: false },
      ],
      [
        "the server's words",
        refused(400, "Invalid plan selected", "invalid_plan"),
        { failure: "Invalid plan selected", needsLogin: false },
      ],
      [
        "an ended session",
        refused(401, "Please log in to continue.", "sign_in_required"),
        { failure: "Please log in to continue.", needsLogin: true },
      ],
      ["no connection", refused(0, messages.unexpected, "no_answer"), { failure: FAILED, needsLogin: false }],
    ])("maps a response with %s", (_, answer, expected) => {
      expect(checkoutStart(answer)).toEqual(expected);
    });
  });

  test("sends only the plan's price when a membership is started", async () => {
    global.fetch = jest.fn(async () => Response.json({ url: "https://pay.test/1" }));
    expect(await startMembership("pro")).toEqual({ url: "https://pay.test/1" });
    const body = JSON.stringify({ price_id: "pro_monthly" });
    expect(fetch).toHaveBeenCalledWith("/api/createCheckoutSession", expect.objectContaining({ body }));
  });
});
