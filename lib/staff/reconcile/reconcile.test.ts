import { exceptionReasonSchema } from "@/lib/orders/order";
import { adviceOn, buttonsOf, isPastLimit, type ListName } from "@/lib/staff/reconcile/advice";
import type { ReconcileItem } from "@/lib/staff/reconcile/reconciliation";

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
  /** Facts that change the advice for a reason. */
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
  const buttonsIn = (advice: string | null) =>
    [...(advice ?? "").matchAll(/“(.+?)”/g)].map(([, label]) => label);

  test.each(entries)(
    "gives advice on $item.reason in $list that names only existing buttons",
    ({ list, item }) => {
      const named = buttonsIn(adviceOn(list, item));
      expect(named).toContain("Resolve…");
      const there: string[] = [...buttonsOf(list, item), ...(item.order_id ? ["Refund", "Refund…"] : [])];
      // These reasons always have an order.
      const isOfAnOrder = ["second_payment", "session_not_found", "late_adjustment", "amount_mismatch"];
      if (item.order_id || !isOfAnOrder.includes(String(item.reason)))
        expect(there).toEqual(expect.arrayContaining(named));
    },
  );

  test.each<[string, Partial<ReconcileItem>, string[], RegExp]>([
    [
      "an order that is not paid",
      orderIs("unpaid"),
      ["Accept amount…", "Resolve…"],
      /^Click “Accept amount…” to mark the order paid/,
    ],
    ["an order that is paid", orderIs("paid"), ["Check Stripe", "Resolve…"], /^The order is already paid/],
    [
      "a canceled order",
      orderIs("canceled"),
      ["Accept amount…", "Resolve…"],
      /^The order is canceled\. Refund this payment/,
    ],
    [
      "an order that was paid and refunded",
      { here: { payment_status: "canceled", grading_fee: 50, total_paid: 50, refunded_cents: 5_000 } },
      ["Check Stripe", "Resolve…"],
      /^The order's own payment was refunded\. Refund this payment/,
    ],
    [
      "an extra charge of a paid order",
      { ...orderIs("paid"), there: { adjustment_id: "a1" } },
      ["Accept amount…", "Resolve…"],
      /mark the charge paid/,
    ],
  ])("offers buttons and matching advice for an amount mismatch of %s", (_, situation, buttons, advice) => {
    const item = anItem({ reason: "amount_mismatch", exception_id: 1, ...situation });
    expect(buttonsOf("amounts_differ", item)).toEqual(buttons);
    expect(adviceOn("amounts_differ", item)).toMatch(advice);
  });

  const UNPAID = orderIs("unpaid");
  const ACCEPT_OR_SETTLE = ["Accept amount…", "Resolve…"];
  test.each<[string, ReconcileItem["there"], string[], RegExp]>([
    [
      "that was partly refunded",
      { amount_cents: 5_000, refunded_cents: 4_999 },
      ACCEPT_OR_SETTLE,
      /^Click “Accept/,
    ],
    [
      "that was fully refunded",
      { amount_cents: 5_000, refunded_cents: 5_000 },
      ["Resolve…"],
      /^This payment was fully refunded, /,
    ],
    ["under dispute", { dispute_status: "under_review" }, ACCEPT_OR_SETTLE, /don't refund it/],
    [
      "lost in a dispute",
      { amount_cents: 5_000, dispute_status: "lost" },
      ["Resolve…"],
      /so don't refund it/,
    ],
    ["whose dispute was won", { dispute_status: "won" }, ACCEPT_OR_SETTLE, /^Click “Accept/],
  ])("adapts the advice to a mismatched payment %s: %j", (_, there, buttons, advice) => {
    const item = anItem({ reason: "amount_mismatch", exception_id: 1, ...UNPAID, there });
    expect(buttonsOf("amounts_differ", item)).toEqual(buttons);
    expect(adviceOn("amounts_differ", item)).toMatch(advice);
  });

  test.each<[string, Partial<ReconcileItem>, RegExp]>([
    [
      "to an order that was paid by card",
      { here: { ...orderIs("paid").here, is_by_card: true } },
      /“Refund” on the order/,
    ],
    [
      "to an order that was paid by hand",
      { here: { ...orderIs("paid").here, is_by_card: false } },
      /paid by hand/,
    ],
    ["that is disputed", { there: { dispute_status: "needs_response" } }, /don't refund it/],
  ])("gives advice on a second payment %s: %j", (_, situation, advice) => {
    const item = anItem({ reason: "second_payment", exception_id: 1, ...situation });
    expect(adviceOn("paid_there", item)).toMatch(advice);
  });

  test.each([
    ["needs_response", /^Respond to the dispute/],
    ["lost", /^The dispute was lost/],
  ])("gives advice on a membership dispute with status %s", (dispute_status, advice) => {
    const item = anItem({
      reason: "membership_disputed",
      exception_id: 1,
      order_id: null,
      there: { dispute_status },
    });
    expect(adviceOn("paid_there", item)).toMatch(advice);
  });
});

describe("time limit", () => {
  test.each([
    ["unmatched", "2026-11-24T10:00:00Z", false],
    ["unmatched", "2026-11-24T09:59:59Z", true],
    ["paid_here", "2026-01-01T10:00:00Z", false],
    ["never_received", "2026-11-26T09:00:00Z", true],
  ] as const)("returns whether an entry of %s since %s is overdue: %s", (list, at, expected) => {
    expect(isPastLimit(list, { at }, { tolerated_since: "2026-11-24T10:00:00+00:00" })).toBe(expected);
  });
});
