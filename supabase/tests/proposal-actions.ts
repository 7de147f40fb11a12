import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import {
  type CountAction,
  type ModelOrder,
  type OrderModel,
  PAGE_MINUTES,
  type PageState,
  type RefundRead,
  stateOf,
} from "./order-model";
import type { OrderTables } from "./order-tables";
import { type Charge, OPTIONS, type Proposal } from "./proposal-model";

const orderOf = (model: OrderModel, { order_id: id }: Proposal) =>
  model.orders.find((order) => order.id === id) as ModelOrder;

export async function deliverCharge(
  charge: Charge,
  state: PageState,
  model: OrderModel,
  tables: OrderTables,
) {
  const { amount_cents: asked } = tables.proposals.one(charge.proposal);
  const paidBy = model.charges.find(({ proposal, isBooked }) => proposal === charge.proposal && isBooked);
  const expected = () => {
    if (paidBy === charge) return "duplicate";
    if (paidBy) return state.isPaid ? "exception" : "noop";
    if (state.isPaid) return charge.cents === asked ? "fulfilled" : "exception";
    if (state.hasFailed) return "failed";
    return { complete: "pending", expired: "canceled", open: "noop" }[state.status];
  };
  const outcome = expected();
  const answer = await tables.call("apply_adjustment_checkout", {
    p_session_id: charge.session,
    p_adjustment_id: charge.proposal,
    p_session_status: state.status,
    p_payment_status: state.isPaid ? "paid" : "unpaid",
    p_amount_cents: charge.cents,
    p_currency: "usd",
    p_livemode: false,
    p_expected_livemode: false,
    p_payment_intent_id: charge.payment,
    p_async_failed: state.hasFailed,
    p_now: tables.now,
  });
  expect(answer.outcome).toBe(outcome);
  if (outcome === "fulfilled") charge.isBooked = true;
  if (outcome === "exception") model.exceptions.add(charge.session);
}

/** Expires an open session as the product does, and applies the expired state. */
async function expireSession(session: string | null, model: OrderModel, tables: OrderTables): Promise<void> {
  const charge = model.charges.find((one) => one.session === session);
  if (!charge) throw new Error("no such page");
  if (stateOf(charge).status === "open") model.setState(charge, { status: "expired" });
  await deliverCharge(charge, stateOf(charge), model, tables);
}

/** Opens a session that isn't attached to its proposal yet. */
function makePage(proposal: Proposal, cents: number, model: OrderModel): Charge {
  const charge: Charge = {
    session: aSessionId(),
    payment: aPaymentIntentId(),
    order: orderOf(model, proposal),
    proposal: proposal.id,
    cents,
    isBooked: false,
    dispute: null,
    endsAt: model.now + PAGE_MINUTES,
    states: [{ status: "open", isPaid: false, hasFailed: false }],
    refunds: [],
    reads: [],
    writtenFence: -1,
  };
  model.charges.push(charge);
  return charge;
}

/** Counts or recounts an order's cards. */
export async function count(order: ModelOrder, cards: number, tables: OrderTables): Promise<CountAction> {
  const known = new Set(tables.proposals.rows.proposals.map(({ id }) => id));
  const { version, count: former } = await tables.counted(order);
  const answer = await tables.call("staff_check_in", {
    p_actor: tables.staff,
    p_order_id: order.id,
    p_version: version,
    p_count: cards,
    p_condition: "ok",
    p_shelf: null,
    p_is_recount: true,
  });
  expect(answer.outcome).toBe(former === null ? "received" : "recounted");
  const added = tables.proposals.rows.proposals.filter(({ id }) => !known.has(id));
  return { id: answer.action_id, proposals: added.map(({ id }) => id) };
}

/**
 * Undoes the last count. Expects a refusal if a proposal of this count was decided or the cards shipped. Returns
 * whether the count was undone.
 */
export async function undoCount(
  order: ModelOrder,
  { id, proposals }: CountAction,
  tables: OrderTables,
): Promise<boolean> {
  const isDecided = proposals.some(
    (proposal) => !["proposed", "withdrawn"].includes(tables.proposals.one(proposal).status),
  );
  const hasLeft = await tables.hasLeftSince(order, id);
  const answer = await tables.call("staff_undo", { p_actor: tables.staff, p_action_id: id });
  // A recount with the same result stores no action.
  if (answer.results.length === 0) return true;
  const { outcome } = answer.results[0];
  if (isDecided || hasLeft) expect(outcome).toBe("changed_since");
  else expect(["undone", "changed_since"]).toContain(outcome);
  return outcome === "undone";
}

/** Ships an order to the grader and proposes an upcharge of $5 for each of `qty` cards. */
export async function askUpcharge(order: ModelOrder, qty: number, tables: OrderTables): Promise<void> {
  if ((await tables.counted(order)).count !== null) await tables.send(order);
  const { version, count: counted } = await tables.counted(order);
  const answer = await tables.call("staff_propose_upcharge", {
    p_actor: tables.staff,
    p_order_id: order.id,
    p_version: version,
    p_qty: qty,
    p_unit_cents: 500,
    p_reason: "Worth more",
  });
  const isHere = order.status === "paid" && counted !== null;
  expect(answer.outcome).toBe(
    !isHere ? "adjustment_not_here" : qty > counted ? "adjustment_too_many" : "proposed",
  );
}

/** Outcomes for a proposal that no longer accepts an answer. */
const CLOSED = ["adjustment_paid", "adjustment_withdrawn", "adjustment_decided", "adjustment_too_late"];

/** Answers a proposal. Expires its open session first. */
export async function decide(proposal: Proposal, choice: number, model: OrderModel, tables: OrderTables) {
  const options = OPTIONS[proposal.kind];
  const option = options[choice % options.length];
  const order = orderOf(model, proposal);
  const args = { p_adjustment_id: proposal.id, ...tables.proposalAccessOf(order), p_option: option };
  const ask = () =>
    tables.call("decide_adjustment", {
      ...args,
      p_words: option === "dispute" ? "No" : null,
      p_now: tables.now,
    });
  let answer = await ask();
  if (answer.outcome === "session_open") {
    // The session is still being created, so the customer has to try again.
    if (answer.stripe_session_id === null) return;
    await expireSession(answer.stripe_session_id, model, tables);
    answer = await ask();
  }
  const known = ["decided", "decided_before", ...CLOSED];
  expect(known).toContain(answer.outcome);
  // JavaScript dates lack microseconds, so a deadline that just passed may not look passed.
  const isOver = Date.parse(proposal.deadline_at) < Date.parse(tables.now);
  if (isOver || proposal.paid_cents !== null) expect(answer.outcome).not.toBe("decided");
}

/** Opens a Checkout Session for a proposal. `isAttached` false: the app crashed before it stored the session. */
export async function openCheckout(
  proposal: Proposal,
  isAttached: boolean,
  model: OrderModel,
  tables: OrderTables,
) {
  const order = orderOf(model, proposal);
  for (let round = 0; round < 4; round++) {
    const { amount_cents: cents } = tables.proposals.one(proposal.id);
    const answer = await tables.call("reserve_adjustment", {
      p_adjustment_id: proposal.id,
      ...tables.proposalAccessOf(order),
      p_amount_cents: cents,
      p_now: tables.now,
    });
    if (answer.outcome === "session_unresolved") await expireSession(answer.stripe_session_id, model, tables);
    else if (answer.outcome === "reserved") {
      expect(order.status).toBe("paid");
      const charge = makePage(proposal, answer.adjustment.amount_cents, model);
      const args = { p_adjustment_id: proposal.id, p_session_id: charge.session };
      const attempt = answer.adjustment.checkout_attempt;
      if (isAttached)
        expect(await tables.call("attach_adjustment_session", { ...args, p_attempt: attempt })).toEqual({
          attached: true,
        });
      return;
    } else if (answer.outcome !== "adjustment_price_changed") {
      const known = ["replay", "adjustment_in_progress", ...CLOSED];
      expect(known).toContain(answer.outcome);
      return;
    }
  }
  throw new Error("the page can't be opened");
}

/** Adds a session that was never attached to its proposal. Its amount differs by `more`. */
export function addStrayPage(proposal: Proposal, more: number, model: OrderModel): void {
  makePage(proposal, proposal.amount_cents + more, model);
}

export async function deliverChargeRefunds(
  charge: Charge,
  read: RefundRead,
  model: OrderModel,
  tables: OrderTables,
) {
  const { refunded_cents: before } = tables.proposals.one(charge.proposal);
  const isStale = read.fence <= charge.writtenFence;
  const expected = () => {
    if (isStale) return "stale";
    if (!charge.isBooked) return model.exceptions.has(charge.session) ? "noted" : "unknown";
    if (before === read.cents) return "duplicate";
    return read.cents === charge.cents ? "refunded" : "partial";
  };
  expect(await tables.applyRefund(charge, read)).toBe(expected());
  if (isStale) return;
  charge.writtenFence = read.fence;
  if (charge.isBooked && read.cents < before) charge.order.review = "refund_failed";
}

/** Applies a dispute about a proposal's payment. The order shows an open dispute in preference to a decided one. */
export async function deliverChargeDispute(
  charge: Charge,
  status: string,
  model: OrderModel,
  tables: OrderTables,
) {
  const { order, dispute: former } = charge;
  const isOpenDispute = (one: string) => one === "needs_response";
  const outcome = await tables.applyDispute(charge, status);
  if (!charge.isBooked) {
    expect(outcome).toBe(model.exceptions.has(charge.session) ? "noted" : "unknown");
    return;
  }
  expect(outcome).toBe(former === status ? "duplicate" : "noted");
  if (former === status) return;
  charge.dispute = status;
  if (
    order.dispute === null ||
    order.dispute === former ||
    !isOpenDispute(order.dispute) ||
    isOpenDispute(status)
  )
    order.dispute = status;
  if (status === "lost") order.review = "dispute_lost";
}
