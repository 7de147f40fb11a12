import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { type Facts, factsOf, type ModelOrder, type OrderModel, PAGE_MINUTES } from "./order-model";
import type { OrderTables } from "./order-tables";
import { type Charge, OPTIONS, type Proposal } from "./proposal-model";

const orderOf = (model: OrderModel, { order_id: id }: Proposal) =>
  model.orders.find((order) => order.id === id) as ModelOrder;

/** Tells the database what is said of a payment page of a proposal. */
export async function hearCharge(charge: Charge, facts: Facts, model: OrderModel, tables: OrderTables) {
  const { amount_cents: asked } = tables.proposals.one(charge.proposal);
  const paidBy = model.charges.find(({ proposal, isBooked }) => proposal === charge.proposal && isBooked);
  const wanted = () => {
    if (paidBy === charge) return "duplicate";
    if (paidBy) return facts.isPaid ? "exception" : "noop";
    if (facts.isPaid) return charge.cents === asked ? "fulfilled" : "exception";
    if (facts.hasFailed) return "failed";
    return { complete: "pending", expired: "canceled", open: "noop" }[facts.status];
  };
  const outcome = wanted();
  const answer = await tables.call("apply_adjustment_checkout", {
    p_session_id: charge.session,
    p_adjustment_id: charge.proposal,
    p_session_status: facts.status,
    p_payment_status: facts.isPaid ? "paid" : "unpaid",
    p_amount_cents: charge.cents,
    p_currency: "usd",
    p_livemode: false,
    p_expected_livemode: false,
    p_payment_intent_id: charge.payment,
    p_async_failed: facts.hasFailed,
    p_now: tables.now,
  });
  expect(answer.outcome).toBe(outcome);
  if (outcome === "fulfilled") charge.isBooked = true;
  if (outcome === "exception") model.exceptions.add(charge.session);
}

/** Closes a payment page as the product does, and hears what became of it. */
async function expireSession(session: string | null, model: OrderModel, tables: OrderTables): Promise<void> {
  const charge = model.charges.find((one) => one.session === session);
  if (!charge) throw new Error("no such page");
  if (factsOf(charge).status === "open") model.says(charge, { status: "expired" });
  await hearCharge(charge, factsOf(charge), model, tables);
}

/** Creates a page, which is the proposal's own once it is tied to it. */
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
    said: [{ status: "open", isPaid: false, hasFailed: false }],
    refunds: [],
    reads: [],
    writtenFence: -1,
  };
  model.charges.push(charge);
  return charge;
}

/** Staff count the cards of an order, again where they were counted; answers the press. */
export async function count(order: ModelOrder, cards: number, tables: OrderTables): Promise<string> {
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
  return answer.action_id;
}

/**
 * Staff undo their last count, which they cannot once its question was decided, the cards they received have left, or anything
 * else of the order has changed. Returns whether it is gone: a count that was refused stands, above those before it.
 */
export async function undoCount(order: ModelOrder, act: string, tables: OrderTables): Promise<boolean> {
  const { count: counted } = await tables.counted(order);
  const isDecided = tables.proposals.rows.proposals.some(
    (one) =>
      one.order_id === order.id &&
      one.kind !== "upcharge" &&
      one.counted === counted &&
      !["proposed", "withdrawn"].includes(one.status),
  );
  const hasLeft = await tables.hasLeftSince(order, act);
  const answer = await tables.call("staff_undo", {
    p_actor: tables.staff,
    p_action_id: act,
  });
  // The same count again has changed nothing that could be taken back.
  if (answer.results.length === 0) return true;
  const { outcome } = answer.results[0];
  // A recount with the same result decides nothing, so undoing it leaves what was decided.
  const isSameCount = (await tables.counted(order)).count === counted;
  if ((isDecided && !(outcome === "undone" && isSameCount)) || hasLeft) expect(outcome).toBe("changed_since");
  else expect(["undone", "changed_since"]).toContain(outcome);
  return outcome === "undone";
}

/** Staff ask for $5 more for each of some cards, which the grader has by then. */
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

/** Codes of a proposal that takes no other answer. */
const CLOSED = ["adjustment_paid", "adjustment_withdrawn", "adjustment_decided", "adjustment_too_late"];

/** The customer answers a proposal; a page that is open is closed first. */
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
    // Its page is only being made: who answers is told to try again.
    if (answer.stripe_session_id === null) return;
    await expireSession(answer.stripe_session_id, model, tables);
    answer = await ask();
  }
  const known = ["decided", "decided_before", ...CLOSED];
  expect(known).toContain(answer.outcome);
  // Five business days with a holiday are eight days to the microsecond, and a Date holds no more than the millisecond.
  const isOver = Date.parse(proposal.deadline_at) < Date.parse(tables.now);
  if (isOver || proposal.paid_cents !== null) expect(answer.outcome).not.toBe("decided");
}

/** The customer goes to pay. `isTied` false: the page was made, and the product did not live to write it down. */
export async function openCheckout(
  proposal: Proposal,
  isTied: boolean,
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
      if (isTied)
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
  throw new Error("no end of it");
}

/** Somebody has a page that is not the proposal's own, or that takes another amount. */
export function strayPage(proposal: Proposal, more: number, model: OrderModel): void {
  makePage(proposal, proposal.amount_cents + more, model);
}
