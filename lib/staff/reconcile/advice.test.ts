import { exceptionReasonSchema } from "@/lib/orders/order";
import { adviceOn, buttonsOf } from "@/lib/staff/reconcile/advice";
import {
  type ReconcileItem,
  reconciliationSchema,
  resolveExceptionSchema,
  retryEventSchema,
  retryMailSchema,
} from "@/lib/staff/reconcile/schema";
import { isPastLimit } from "@/lib/staff/reconcile/time-limit";
import { type ListName, oursOf, theirsOf } from "@/lib/staff/reconcile/words";

describe("advice", () => {
  const anItem = (fields: Partial<ReconcileItem>): ReconcileItem => ({
    at: "2026-11-21T12:00:00Z",
    order_id: "o1",
    batch_id: null,
    ...fields,
  });
  const orderIs = (payment_status: "unpaid" | "paid" | "canceled") => ({
    here: { payment_status, grading_fee: 75, total_paid: null, refunded_cents: 0 },
  });

  const AMOUNTS = ["amount_mismatch", "currency_mismatch", "refund_exceeds_payment", "livemode_mismatch"];
  /** What may stand beside a reason and changes what is right. */
  const SITUATIONS: Partial<ReconcileItem>[] = [
    orderIs("unpaid"),
    orderIs("paid"),
    orderIs("canceled"),
    { ...orderIs("paid"), there: { adjustment_id: "a1", amount_cents: 900 } },
    { ...orderIs("unpaid"), there: { livemode: true } },
    { ...orderIs("unpaid"), there: { livemode: false } },
    { order_id: null },
    { ...orderIs("unpaid"), there: { amount_cents: 5_000, refunded_cents: 5_000 } },
    { ...orderIs("paid"), there: { amount_cents: 5_000, refunded_cents: 5_000 } },
    { ...orderIs("paid"), there: { dispute_status: "needs_response" } },
    { ...orderIs("unpaid"), there: { dispute_status: "lost" } },
  ];
  const entries = exceptionReasonSchema.options.flatMap((reason) =>
    SITUATIONS.map((situation) => {
      const list: ListName = AMOUNTS.includes(reason) ? "amounts_differ" : "paid_there";
      return { list, item: anItem({ reason, exception_id: 1, ...situation }) };
    }),
  );
  const pressed = (advice: string | null) =>
    [...(advice ?? "").matchAll(/“(.+?)”/g)].map(([, label]) => label);

  test.each(entries)(
    "the advice on $item.reason in $list names buttons that are there, and ends the entry",
    ({ list, item }) => {
      const named = pressed(adviceOn(list, item));
      expect(named).toContain("Settle…");
      const there: string[] = [...buttonsOf(list, item), ...(item.order_id ? ["Refund…"] : [])];
      // Of a reason that has an order by its nature there is no entry without one.
      const isOfAnOrder = ["second_payment", "session_not_found", "late_adjustment", "amount_mismatch"];
      if (item.order_id || !isOfAnOrder.includes(String(item.reason)))
        expect(there).toEqual(expect.arrayContaining(named));
    },
  );

  test.each<[string, Partial<ReconcileItem>, string[], RegExp]>([
    [
      "an order that is not paid",
      orderIs("unpaid"),
      ["Accept amount…", "Settle…"],
      /^Press “Accept amount…”: the order is then paid/,
    ],
    ["an order that is paid", orderIs("paid"), ["Ask again", "Settle…"], /^The order is paid already/],
    [
      "a canceled order",
      orderIs("canceled"),
      ["Accept amount…", "Settle…"],
      /^The order is canceled\. Refund this payment/,
    ],
    [
      "an order that was paid and refunded",
      { here: { payment_status: "canceled", grading_fee: 50, total_paid: 50, refunded_cents: 5_000 } },
      ["Ask again", "Settle…"],
      /^The order was paid before, and its payment went back\. Refund this payment/,
    ],
    [
      "a charge on top of a paid order",
      { ...orderIs("paid"), there: { adjustment_id: "a1" } },
      ["Accept amount…", "Settle…"],
      /the charge is then paid/,
    ],
  ])("another amount for %s", (_, situation, buttons, advice) => {
    const item = anItem({ reason: "amount_mismatch", exception_id: 1, ...situation });
    expect(buttonsOf("amounts_differ", item)).toEqual(buttons);
    expect(adviceOn("amounts_differ", item)).toMatch(advice);
  });

  const UNPAID = orderIs("unpaid");
  const ACCEPT_OR_SETTLE = ["Accept amount…", "Settle…"];
  test.each<[string, ReconcileItem["there"], string[], RegExp]>([
    ["of which a part", { amount_cents: 5_000, refunded_cents: 4_999 }, ACCEPT_OR_SETTLE, /^Press “Accept/],
    [
      "that all",
      { amount_cents: 5_000, refunded_cents: 5_000 },
      ["Settle…"],
      /^All of this payment went back: /,
    ],
    [
      "that is disputed, nothing",
      { dispute_status: "under_review" },
      ACCEPT_OR_SETTLE,
      /do not refund it, too/,
    ],
    ["that was lost", { amount_cents: 5_000, dispute_status: "lost" }, ["Settle…"], /refund nothing/],
    ["of which a dispute was won, nothing", { dispute_status: "won" }, ACCEPT_OR_SETTLE, /^Press “Accept/],
  ])("another amount %s went back: %j", (_, there, buttons, advice) => {
    const item = anItem({ reason: "amount_mismatch", exception_id: 1, ...UNPAID, there });
    expect(buttonsOf("amounts_differ", item)).toEqual(buttons);
    expect(adviceOn("amounts_differ", item)).toMatch(advice);
  });

  test("another amount that went back in full of an order that is paid is asked about again", () => {
    const there = { amount_cents: 5_000, refunded_cents: 5_000 };
    const item = anItem({ reason: "amount_mismatch", exception_id: 1, ...orderIs("paid"), there });
    expect(adviceOn("amounts_differ", item)).toMatch(/press “Ask again”, which cancels the order/);
    expect(buttonsOf("amounts_differ", item)).toEqual(["Ask again", "Settle…"]);
  });

  test.each<[string, Partial<ReconcileItem>, RegExp]>([
    [
      "to an order that was paid by card",
      { here: { ...orderIs("paid").here, is_by_card: true } },
      /“Refund…”/,
    ],
    [
      "to an order that was paid by hand",
      { here: { ...orderIs("paid").here, is_by_card: false } },
      /paid by hand/,
    ],
    ["that is disputed", { there: { dispute_status: "needs_response" } }, /do not refund it, too/],
  ])("a second payment %s: %j", (_, situation, advice) => {
    const item = anItem({ reason: "second_payment", exception_id: 1, ...situation });
    expect(adviceOn("paid_there", item)).toMatch(advice);
  });

  test.each([
    ["needs_response", /^Answer the dispute/],
    ["lost", /^The dispute was lost/],
  ])("a dispute about a membership that is %s: %j", (dispute_status, advice) => {
    const item = anItem({
      reason: "membership_disputed",
      exception_id: 1,
      order_id: null,
      there: { dispute_status },
    });
    expect(adviceOn("paid_there", item)).toMatch(advice);
  });

  test.each([
    [true, "Real money"],
    [false, "A test payment"],
  ])("money of the other mode, live %s, is told as %j", (livemode, start) => {
    const item = anItem({ reason: "livemode_mismatch", exception_id: 1, there: { livemode } });
    expect(adviceOn("amounts_differ", item)).toMatch(new RegExp(`^${start}`));
  });

  test.each<[ListName, Partial<ReconcileItem>, string[], string | null]>([
    ["paid_there", orderIs("unpaid"), ["Ask again"], "It was paid by card, and set back by hand."],
    ["paid_there", { ...orderIs("unpaid"), reason: "debit_failed" }, ["Ask again"], "It was paid by card"],
    ["open_too_long", {}, ["Ask again"], null],
    ["refunds_stuck", {}, ["Ask again"], null],
    ["paid_here", orderIs("paid"), [], null],
    ["events_failed", { order_id: null, event_id: "evt_1" }, ["Work again"], null],
    ["mails_failed", { mail_id: 7 }, ["Send again"], null],
  ])("an entry of %s without an exception: %j", (list, fields, buttons, advice) => {
    const item = anItem(fields);
    expect(buttonsOf(list, item)).toEqual(buttons);
    expect(adviceOn(list, item)?.slice(0, advice?.length) ?? null).toBe(advice);
  });

  test("an exception of a reason of another kind has no advice of its own", () => {
    expect(adviceOn("paid_there", anItem({ exception_id: 1, reason: "refund_failed" }))).toBeNull();
    expect(adviceOn("paid_there", anItem({ exception_id: 1, reason: null }))).toBeNull();
  });
});

describe("schema", () => {
  test("an exception is settled with a word on what was done", () => {
    const body = { exception_id: 7, resolution: "Refunded by hand.", accepts_amount: true };
    expect(resolveExceptionSchema.parse({ ...body, order_id: "x" })).toEqual(body);
    expect(resolveExceptionSchema.parse({ ...body, resolution: " Refunded by hand.\n" })).toEqual(body);
  });

  test.each(["", " ", "\n\t"])("%j does not say what was done", (resolution) => {
    const { error } = resolveExceptionSchema.safeParse({ exception_id: 7, resolution });
    expect(error?.issues[0]?.message).toBe("Please say what was done.");
  });

  test.each([
    { exception_id: 0 },
    { exception_id: 1.5 },
    { exception_id: "7" },
    { resolution: "x".repeat(2001) },
    { resolution: undefined },
    { accepts_amount: "yes" },
  ])("an exception is not settled with %p", (changes) => {
    const body = { exception_id: 7, resolution: "Refunded by hand.", ...changes };
    expect(resolveExceptionSchema.safeParse(body).success).toBe(false);
  });

  test.each([
    [{ mail_id: 7 }, true],
    [{ mail_id: null }, true],
    [{}, false],
    [{ mail_id: 0 }, false],
    [{ mail_id: 1.5 }, false],
    [{ mail_id: "all" }, false],
  ])("%j asks for a mail again, or for all of them: %s", (body, expected) => {
    expect(retryMailSchema.safeParse(body).success).toBe(expected);
  });

  test.each([
    [{ event_id: "evt_1" }, true],
    [{ event_id: "e".repeat(300) }, true],
    [{ event_id: "e".repeat(301) }, false],
    [{ event_id: "" }, false],
    [{ event_id: 1 }, false],
    [{}, false],
  ])("%j asks for a delivery again: %s", (body, expected) => {
    expect(retryEventSchema.safeParse(body).success).toBe(expected);
  });

  const none = { items: [], is_more: false };
  const lists = {
    staff_role: "staff",
    my_rights: { rights: ["set_paid"], ask: null },
    tolerated_since: "2026-11-19T12:00:00+00:00",
    asked_until: null,
    balance: { month: "2026-11-01", paid: 3, refunded: 0, received: 1, awaiting: 1, settled: 0, differs: 1 },
    never_received: none,
    not_paid: none,
    count_differs: none,
    unmatched: none,
    paid_there: none,
    paid_here: none,
    amounts_differ: none,
    open_too_long: none,
    mails_failed: none,
    refunds_stuck: none,
    shorts_stuck: none,
    events_failed: none,
  };
  const bare = { at: "2026-11-21T12:00:00Z", order_id: null, batch_id: null };

  test.each([
    bare,
    { ...bare, reason: "second_payment", stripe_session_id: "cs_1", exception_id: 1 },
    { ...bare, cards: 10, counted: null },
    { ...bare, package_id: "p1", there: { sender: "Jane" } },
    { ...bare, reason: "refund_failed", order_id: "o1", batch_id: "BATCH-ABCDEFGH-2345" },
    { ...bare, mail_id: 1, kind: "order_confirmation", last_error: "550", attempts: 5 },
    { ...bare, event_id: "evt_1", kind: "charge.refunded", last_error: null, attempts: 20 },
    {
      ...bare,
      here: { payment_status: "paid", grading_fee: 25, total_paid: null, refunded_cents: 0, version: 2 },
      there: { amount_cents: 2600, currency: "usd", payment_intent_id: null },
    },
  ])("a difference of %j can be shown", (item) => {
    const page = { ...lists, paid_there: { items: [item], is_more: true } };
    expect(reconciliationSchema.parse(page)).toEqual(page);
  });

  test.each([
    { ...bare, reason: "bad luck" },
    { ...bare, at: null },
    { ...bare, here: { payment_status: "paid" } },
    { ...bare, here: { payment_status: "gone", grading_fee: 25, total_paid: null, refunded_cents: 0 } },
  ])("what the lists may not hold is told, as %j", (item) => {
    const page = { ...lists, paid_there: { items: [item], is_more: false } };
    expect(reconciliationSchema.safeParse(page).success).toBe(false);
  });

  test.each(Object.keys(lists))("reconciliation without %s is none", (name) => {
    expect(reconciliationSchema.safeParse({ ...lists, [name]: undefined }).success).toBe(false);
  });
});

describe("time limit", () => {
  test.each([
    ["count_differs", "2026-11-24T10:00:00Z", false],
    ["count_differs", "2026-11-24T09:59:59Z", true],
    ["mails_failed", "2026-11-26T09:00:00Z", false],
    ["unmatched", "2026-11-20T10:00:00Z", true],
    ["paid_here", "2026-01-01T10:00:00Z", false],
    ["never_received", "2026-11-26T09:00:00Z", true],
  ] as const)("an entry of %s since %s is past its limit: %s", (list, at, expected) => {
    expect(isPastLimit(list, { at }, { tolerated_since: "2026-11-24T10:00:00+00:00" })).toBe(expected);
  });
});

describe("words", () => {
  const item = (fields: Partial<ReconcileItem>): ReconcileItem => ({
    at: "2026-11-21T12:00:00Z",
    order_id: null,
    batch_id: null,
    ...fields,
  });

  test.each([
    [item({}), "No order"],
    [item({ package_id: "p1" }), "A package without a batch"],
    [item({ cards: 1, counted: null }), "1 card ordered"],
    [item({ cards: 10, counted: 9 }), "9 of 10 cards counted"],
    [item({ kind: "order_confirmation" }), "Order confirmation"],
    [item({ kind: "checkout.session.completed" }), "Checkout session completed"],
    [
      item({ here: { payment_status: "paid", grading_fee: 250, total_paid: 250, refunded_cents: 0 } }),
      "Paid, fee $250.00, paid $250.00",
    ],
    [
      item({ here: { payment_status: "canceled", grading_fee: 1, total_paid: 1, refunded_cents: 100 } }),
      "Canceled, fee $1.00, paid $1.00, refunded $1.00",
    ],
    [
      item({ here: { payment_status: "unpaid", grading_fee: 25, total_paid: null, refunded_cents: 0 } }),
      "Unpaid, fee $25.00",
    ],
  ])("our side of %j", (given, words) => {
    expect(oursOf(given)).toBe(words);
  });

  test.each([
    [item({}), "Nothing"],
    [item({ last_error: "550 no such mailbox" }), "550 no such mailbox"],
    [
      item({ there: { amount_cents: 2600, currency: "usd", nothing: null }, stripe_session_id: "cs_1" }),
      "amount $26.00, currency usd, session cs_1",
    ],
    [
      item({ there: { paid_cents: 2600, expected_cents: 2500, refunded_cents: 100 } }),
      "paid $26.00, expected $25.00, refunded $1.00",
    ],
    [item({ there: { amount_cents: "2600", attempts: 3 } }), "amount cents 2600, attempts 3"],
    [item({ there: { payment_intent_id: "pi_1", currency: "", more: { a: 1 } } }), "payment intent id pi_1"],
  ])("their side of %j", (given, words) => {
    expect(theirsOf(given)).toBe(words);
  });
});
