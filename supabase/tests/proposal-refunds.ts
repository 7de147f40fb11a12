import { factsOf, type OrderModel, refundedOf } from "./order-model";
import { hearRefunds, type OrderTables, readRefunds } from "./order-tables";
import { hearCharge } from "./proposal-actions";
import type { Charge } from "./proposal-model";

/** What becomes of a refund at the payment service: made, refused, or made without our hearing of it. */
export type Fate = "made" | "refused" | "unheard";

async function refundShort(id: string, fate: Fate, model: OrderModel, tables: OrderTables): Promise<void> {
  const begun = await tables.call("begin_adjustment_refund", { p_adjustment_id: id });
  expect(["not_due", "not_paid_by_card", "done_before", "in_progress", "started"]).toContain(begun.outcome);
  if (begun.outcome !== "started") return;
  const page = model.pages.find(({ payment }) => payment === begun.payment_intent_id);
  if (!page) throw new Error("a refund of no payment");
  const { amount_cents: cents, attempt } = begun.request;
  const made = page.refunds.find(({ request }) => request === `${id}/${attempt}`);
  const left = page.order.cents - refundedOf(page);
  const isRefused = !made && (fate === "refused" || cents > left);
  if (!made && !isRefused) page.refunds.push({ cents, hasFailed: false, request: `${id}/${attempt}` });
  if (fate === "unheard" && !isRefused) return;
  await tables.call("staff_finish_refund", {
    p_request_id: id,
    p_attempt: attempt,
    p_stripe_refund_id: isRefused ? null : `re_${id}_${attempt}`,
    p_failure: isRefused ? "The payment service refused." : null,
  });
  await readRefunds(page, tables);
}

/** What was begun and not heard of again is ended by what the payment service has: it is never made here. */
async function endStuckRefunds(model: OrderModel, tables: OrderTables): Promise<void> {
  for (const page of model.pages) {
    const args = { p_order_id: page.order.id, p_now: tables.now };
    for (const { request, payment_intent_id: payment } of await tables.call("list_stuck_refunds", args)) {
      if (payment !== page.payment) continue;
      const made = page.refunds.find((one) => one.request === `${request.id}/${request.attempt}`);
      await readRefunds(page, tables);
      await hearRefunds(page, page.reads.at(-1) ?? { fence: 0, cents: 0 }, model, tables);
      await tables.call("staff_finish_refund", {
        p_request_id: request.id,
        p_attempt: request.attempt,
        p_stripe_refund_id: made ? `re_${request.id}_${request.attempt}` : null,
        p_failure: made ? null : "It was never made.",
      });
    }
  }
}

/** The customer's wish for a refund, or the deadline, is followed at once; what hangs is ended first. */
export async function runJob(fate: Fate, model: OrderModel, tables: OrderTables): Promise<void> {
  await endStuckRefunds(model, tables);
  for (const { id, attempt, stripe_session_id: session, work } of await tables.proposals.claim(tables.now)) {
    if (work === "refund") {
      await refundShort(id, fate, model, tables);
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
      if (charge && factsOf(charge).status === "open") model.says(charge, { status: "expired" });
      if (charge) await hearCharge(charge, factsOf(charge), model, tables);
    }
    const { outcome } = await tables.call("expire_adjustment", { p_adjustment_id: id, p_now: tables.now });
    if (outcome === "refund_due") await refundShort(id, fate, model, tables);
  }
}

/** Writes a read of the refunds of a proposal's payment. */
export async function hearChargeRefunds(
  charge: Charge,
  read: Charge["reads"][number],
  model: OrderModel,
  tables: OrderTables,
): Promise<void> {
  const { refunded_cents: before } = tables.proposals.one(charge.proposal);
  const wanted = () => {
    if (read.fence <= charge.writtenFence) return "stale";
    if (!charge.isBooked) return model.exceptions.has(charge.session) ? "noted" : "unknown";
    if (before === read.cents) return "duplicate";
    return read.cents === charge.cents ? "refunded" : "partial";
  };
  const outcome = wanted();
  charge.writtenFence = Math.max(charge.writtenFence, read.fence);
  const args = { p_payment_intent_id: charge.payment, p_fence: read.fence, p_refunded_cents: read.cents };
  const answer = await tables.call("apply_refund", {
    ...args,
    p_livemode: false,
    p_expected_livemode: false,
  });
  expect(answer.outcome).toBe(outcome);
  if (read.cents < before && (outcome === "partial" || outcome === "refunded"))
    charge.order.review = "refund_failed";
}

/** Says that a proposal's payment is disputed, or no more; an open dispute of the order's own payment stays before it. */
export async function hearChargeDispute(
  charge: Charge,
  status: string,
  model: OrderModel,
  tables: OrderTables,
) {
  const { order, dispute: former } = charge;
  const isOpen = (one: string) => one === "needs_response";
  const fence = await tables.call("next_read_fence", {});
  const args = { p_payment_intent_id: charge.payment, p_fence: fence, p_status: status };
  const { outcome } = await tables.call("apply_dispute", args);
  if (!charge.isBooked) {
    expect(outcome).toBe(model.exceptions.has(charge.session) ? "noted" : "unknown");
    return;
  }
  expect(outcome).toBe(former === status ? "duplicate" : "noted");
  if (former === status) return;
  charge.dispute = status;
  if (order.dispute === null || order.dispute === former || !isOpen(order.dispute) || isOpen(status))
    order.dispute = status;
  if (status === "lost") order.review = "dispute_lost";
}
