import { type OrderModel, refundedOf, stateOf } from "./order-model";
import { deliverRefunds, type OrderTables, readRefunds } from "./order-tables";
import { deliverCharge } from "./proposal-actions";

/** Stripe's result for our refund: made, refused, or made with a lost response. */
export type RefundResult = "made" | "refused" | "unreported";

async function refundShort(
  id: string,
  result: RefundResult,
  model: OrderModel,
  tables: OrderTables,
): Promise<void> {
  const begun = await tables.call("begin_adjustment_refund", { p_adjustment_id: id });
  expect(["not_due", "not_paid_by_card", "done_before", "in_progress", "started"]).toContain(begun.outcome);
  if (begun.outcome !== "started") return;
  const page = model.pages.find(({ payment }) => payment === begun.payment_intent_id);
  if (!page) throw new Error("a refund of no payment");
  const { amount_cents: cents, attempt } = begun.request;
  const made = page.refunds.find(({ request }) => request === `${id}/${attempt}`);
  const left = page.order.cents - refundedOf(page);
  const isRefused = !made && (result === "refused" || cents > left);
  if (!made && !isRefused) page.refunds.push({ cents, hasFailed: false, request: `${id}/${attempt}` });
  if (result === "unreported" && !isRefused) return;
  await tables.call("staff_finish_refund", {
    p_request_id: id,
    p_attempt: attempt,
    p_stripe_refund_id: isRefused ? null : `re_${id}_${attempt}`,
    p_failure: isRefused ? "Stripe refused." : null,
  });
  await readRefunds(page, tables);
}

/** Finishes refunds whose response was lost, according to what Stripe reports. */
async function finishStuckRefunds(model: OrderModel, tables: OrderTables): Promise<void> {
  for (const page of model.pages) {
    const args = { p_order_id: page.order.id, p_now: tables.now };
    for (const { request, payment_intent_id: payment } of await tables.call("list_stuck_refunds", args)) {
      if (payment !== page.payment) continue;
      const made = page.refunds.find((one) => one.request === `${request.id}/${request.attempt}`);
      await deliverRefunds(page, await readRefunds(page, tables), model, tables);
      await tables.call("staff_finish_refund", {
        p_request_id: request.id,
        p_attempt: request.attempt,
        p_stripe_refund_id: made ? `re_${request.id}_${request.attempt}` : null,
        p_failure: made ? null : "It was never made.",
      });
    }
  }
}

export async function runJob(result: RefundResult, model: OrderModel, tables: OrderTables): Promise<void> {
  await finishStuckRefunds(model, tables);
  for (const { id, attempt, stripe_session_id: session, work } of await tables.proposals.claim(tables.now)) {
    if (work === "refund") {
      await refundShort(id, result, model, tables);
      continue;
    }
    if (work === "session" && session === null)
      await tables.call("attach_adjustment_session", {
        p_adjustment_id: id,
        p_session_id: null,
        p_attempt: attempt,
      });
    if (work === "session" && session !== null) {
      const charge = model.charges.find((one) => one.session === session);
      if (charge && stateOf(charge).status === "open") model.setState(charge, { status: "expired" });
      if (charge) await deliverCharge(charge, stateOf(charge), model, tables);
    }
    const { outcome } = await tables.call("expire_adjustment", { p_adjustment_id: id, p_now: tables.now });
    if (outcome === "refund_due") await refundShort(id, result, model, tables);
  }
}
