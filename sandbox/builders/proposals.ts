import type { CollectedPayment } from "./broken-invariants.ts";
import { aGuestKey, anEmail, aPaymentIntentId, aSessionId } from "./ids.ts";
import type { OrderColumns, StaffColumns } from "./order.ts";
import { addOrder, type StoredOrder, storedOrder } from "./rows.ts";
import { aPaidSession, applyCheckout, attachCheckout } from "./sql-functions.ts";
import { StaffActions } from "./staff-actions.ts";
import { call, type Sql, serverClient } from "./test-database.ts";

type Row = Record<string, unknown> & {
  id: string;
  order_id: string;
  kind: string;
  status: string;
  qty: number;
  amount_cents: number;
};
type Answer = Record<string, unknown> & { outcome: string };

export type Charge = { order: StoredOrder; proposal: Row; session: string; payment: string };
export type Paying = Omit<Charge, "payment">;
type Charged = { order: StoredOrder; charges: Charge[]; taken: CollectedPayment };

export class Proposals {
  readonly actions: StaffActions;
  readonly orders: string[] = [];
  readonly #sql: Sql;

  constructor(sql: Sql, actions: StaffActions) {
    this.#sql = sql;
    this.actions = actions;
  }

  static async begin(sql: Sql): Promise<Proposals> {
    return new Proposals(sql, await StaffActions.begin(sql));
  }

  async counted(count: number, columns: OrderColumns & StaffColumns = {}) {
    const order = await addOrder(this.#sql, {
      num_cards: 10,
      guest_email: columns.user_id ? null : anEmail(),
      guest_key: columns.user_id ? null : aGuestKey(),
      ...columns,
    });
    this.orders.push(order.id);
    const { action_id: act } = await this.actions.checkIn(order.id, count);
    const [proposal] = await this.of(order);
    return { order, act, proposal: proposal as Row };
  }

  async charged(userId: string | null): Promise<Charged> {
    const member = { p_plan_type: "pro", p_rate_cents: 2200, p_monthly_limit: 500 };
    const opened = await attachCheckout(userId, userId ? member : { p_guest_key: aGuestKey() });
    await applyCheckout(aPaidSession(opened, { p_email: userId ? null : anEmail() }));
    await this.actions.checkIn(opened.id, 6);
    this.orders.push(opened.id);
    const order = await storedOrder(this.#sql, opened.id);
    const charges: Charge[] = [];
    const open = async (proposal: Row) => {
      const session = await this.open(order, proposal);
      charges.push({ order, proposal, session, payment: aPaymentIntentId() });
    };
    for (const extra of await this.of(order)) await open(extra);
    await open(await this.upcharge(opened));
    const taken = {
      order: order.id,
      session: String(order.stripe_session_id),
      payment: String(order.stripe_payment_intent_id),
      cents: Number(order.total_paid) * 100,
      refundedCents: 0,
    };
    return { order, charges, taken };
  }

  of({ id }: { id: string }) {
    return this.#sql<Row[]>`select * from order_adjustments where order_id = ${id} order by created_at`;
  }

  async one(id: string): Promise<Row> {
    const [row] = await this.#sql<Row[]>`select * from order_adjustments where id = ${id}`;
    if (!row) throw new Error("no such proposal");
    return row;
  }

  async standing({ id, order_id }: Row) {
    const [row] = await this
      .#sql`select count(*)::int as events from order_events where order_id = ${order_id}`;
    return { ...(await this.one(id)), events: row?.events };
  }

  async leaveNothing(): Promise<void> {
    await this.#sql`update order_adjustments set next_look_at = null, reservation_expires_at = null
      where order_id = any(${this.orders})`;
  }

  async paying(columns: OrderColumns & StaffColumns = {}): Promise<Paying> {
    const { order, proposal } = await this.counted(12, columns);
    return { order, proposal, session: await this.open(order, proposal) };
  }

  async upcharge({ id }: { id: string }): Promise<Row> {
    await this.#send(id);
    const [order] = await this.#sql<
      { version: number }[]
    >`select version from grading_orders where id = ${id}`;
    const args = {
      p_order_id: id,
      p_version: order?.version,
      p_qty: 2,
      p_unit_cents: 500,
      p_reason: "Worth more",
    };
    const answer = await this.actions.write<{ adjustment_id: string }>("staff_propose_upcharge", args);
    return this.one(answer.adjustment_id);
  }

  async #send(id: string): Promise<void> {
    await this.#sql`update grading_orders set submission_status = 'shipped'
      where id = ${id} and submission_status in ('received', 'processing')`;
    await this.#sql`delete from outbox where kind = 'order_sent' and payload ->> 'order_id' = ${id}`;
  }

  ownerOf(order: StoredOrder) {
    const { user_id, guest_key } = order;
    return { p_user_id: user_id ?? null, p_guest_key: user_id ? null : guest_key, p_token_hash: null };
  }

  decide(order: StoredOrder, { id }: { id: string }, option: string, changes: Record<string, unknown> = {}) {
    const args = { p_adjustment_id: id, ...this.ownerOf(order), p_option: option, p_words: null, ...changes };
    return call<Answer>(serverClient(), "decide_adjustment", args);
  }

  reserve(order: StoredOrder, proposal: Row, changes: Record<string, unknown> = {}) {
    const args = {
      p_adjustment_id: proposal.id,
      ...this.ownerOf(order),
      p_amount_cents: proposal.amount_cents,
    };
    return call<Answer & { adjustment: { amount_cents: number; checkout_attempt: number } }>(
      serverClient(),
      "reserve_adjustment",
      { ...args, ...changes },
    );
  }

  async open(order: StoredOrder, proposal: Row, session = aSessionId()): Promise<string> {
    const { adjustment, outcome } = await this.reserve(order, proposal);
    if (outcome !== "reserved") throw new Error(`not reserved: ${outcome}`);
    const args = {
      p_adjustment_id: proposal.id,
      p_session_id: session,
      p_attempt: adjustment.checkout_attempt,
    };
    await call(serverClient(), "attach_adjustment_session", args);
    return session;
  }

  apply(proposal: Row, session: string, changes: Record<string, unknown> = {}) {
    return call<Answer & { reason: string | null }>(serverClient(), "apply_adjustment_checkout", {
      p_session_id: session,
      p_adjustment_id: proposal.id,
      p_session_status: "complete",
      p_payment_status: "paid",
      p_amount_cents: proposal.amount_cents,
      p_currency: "usd",
      p_livemode: false,
      p_expected_livemode: false,
      p_payment_intent_id: aPaymentIntentId(),
      ...changes,
    });
  }

  async expire({ id }: { id: string }): Promise<string> {
    await this.#sql`update order_adjustments set deadline_at = now() - interval '1 minute' where id = ${id}`;
    return (await call<Answer>(serverClient(), "expire_adjustment", { p_adjustment_id: id })).outcome;
  }
}
