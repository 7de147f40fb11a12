import { aGuestKey, aHash } from "../../sandbox/builders/ids";
import { addStaff, addUser } from "../../sandbox/builders/rows";
import { aPaidSession, aReservation, type Order } from "../../sandbox/builders/sql-functions";
import type { Transaction } from "../../sandbox/builders/test-database";
import {
  type ModelOrder,
  type OrderModel,
  type Owner,
  owners,
  type Page,
  type PageState,
  type RefundRead,
  refundedOf,
  stateOf,
} from "./order-model";
import { ProposalRows } from "./proposal-rows";

type Keys = { member: string; guest: string; staff: string };

/** The database of one run, in a transaction with a fixed clock. Time advances by moving stored times into the past. */
export class OrderTables {
  readonly now: string;
  readonly proposals: ProposalRows;
  readonly #tx: Transaction;
  readonly #keys: Keys;

  private constructor(tx: Transaction, keys: Keys, now: string, proposals: ProposalRows) {
    this.#tx = tx;
    this.#keys = keys;
    this.now = now;
    this.proposals = proposals;
  }

  static async begin(tx: Transaction): Promise<OrderTables> {
    const [member, staff] = [await addUser(tx), await addUser(tx)];
    await addStaff(tx, staff.id);
    const keys = { member: member.id, guest: aGuestKey(), staff: staff.id };
    const [begin] = await tx<{ now: Date }[]>`select now() as now`;
    const proposals = await ProposalRows.begin(tx, keys);
    return new OrderTables(tx, keys, (begin?.now ?? new Date()).toISOString(), proposals);
  }

  get staff(): string {
    return this.#keys.staff;
  }

  proposalAccessOf({ owner }: ModelOrder) {
    const { member, guest } = this.#keys;
    return {
      p_user_id: owner === "member" ? member : null,
      p_guest_key: owner === "guest" ? guest : null,
      p_token_hash: null,
    };
  }

  async advance(minutes: number): Promise<void> {
    const ids = await this.proposals.orderIds();
    const by = `${minutes} minutes`;
    await this
      .#tx`update public.grading_orders set reservation_expires_at = reservation_expires_at - ${by}::interval
      where id = any(${ids}) and reservation_expires_at is not null`;
    await this.#tx`update public.order_adjustments set deadline_at = deadline_at - ${by}::interval,
      reservation_expires_at = reservation_expires_at - ${by}::interval, next_look_at = next_look_at - ${by}::interval
      where order_id = any(${ids})`;
    await this.#tx`update public.refund_requests set updated_at = updated_at - ${by}::interval
      where order_id = any(${ids})`;
    await this.proposals.check("time");
  }

  // biome-ignore lint/suspicious/noExplicitAny: functions return different shapes.
  async call(name: string, args: Record<string, unknown>): Promise<any> {
    const names = Object.keys(args).map((one, index) => `${one} => $${index + 1}`);
    const [row] = await this.#tx.unsafe(
      `select public.${name}(${names.join(", ")}) as answer`,
      Object.values(args) as never[],
      { prepare: true },
    );
    await this.proposals.check(name);
    return row?.answer;
  }

  async counted({ id }: ModelOrder): Promise<{ version: number; count: number | null }> {
    const [row] = await this.#tx<{ version: number; count: number | null }[]>`
      select version, received_count as count from public.grading_orders where id = ${id}`;
    if (!row) throw new Error("no such order");
    return row;
  }

  reserve(owner: Owner, batchId: string) {
    const { plan, cards, limit } = owners[owner];
    const args = aReservation(owner === "member" ? this.#keys.member : null, {
      p_guest_key: owner === "guest" ? this.#keys.guest : null,
      p_batch_id: batchId,
      p_plan_type: plan,
      p_num_cards: cards,
      p_monthly_limit: limit,
      p_now: this.now,
    });
    return this.call("reserve_order", args);
  }

  apply({ session, payment, order }: Page, { status, isPaid, hasFailed }: PageState) {
    const args = aPaidSession({ id: order.id, grading_fee: order.cents / 100 } as Order, {
      p_session_id: session,
      p_payment_intent_id: payment,
      p_session_status: status,
      p_payment_status: isPaid ? "paid" : "unpaid",
      p_async_failed: hasFailed,
      p_email: "payer@example.test",
      p_now: this.now,
    });
    return this.call("apply_checkout", args);
  }

  async nextFence(): Promise<number> {
    return Number(await this.call("next_read_fence", {}));
  }

  async applyRefund({ payment }: Page, { fence, cents }: RefundRead): Promise<string> {
    const answer = await this.call("apply_refund", {
      p_payment_intent_id: payment,
      p_fence: fence,
      p_refunded_cents: cents,
      p_livemode: false,
      p_expected_livemode: false,
    });
    return answer.outcome;
  }

  async applyDispute({ payment }: Page, status: string): Promise<string> {
    const args = { p_payment_intent_id: payment, p_fence: await this.nextFence(), p_status: status };
    return (await this.call("apply_dispute", args)).outcome;
  }

  async #change(order: ModelOrder, changes: Record<string, string>) {
    return this.call("staff_update_order", {
      p_actor: this.staff,
      p_order_id: order.id,
      p_version: (await this.counted(order)).version,
      p_changes: changes,
      p_tracking_hash: aHash(),
      p_reason: "By hand",
      p_asked_session: order.session,
    });
  }

  setByStaff(order: ModelOrder, status: "paid" | "unpaid") {
    return this.#change(order, { payment_status: status });
  }

  send(order: ModelOrder) {
    return this.#change(order, { submission_status: "shipped" });
  }

  /** Returns whether `act` checked the order in and the order has shipped to the grader since. */
  async hasLeftSince({ id }: ModelOrder, act: string): Promise<boolean> {
    const rows = await this.#tx`
      select from public.grading_orders o join public.staff_actions a on a.order_id = o.id and a.id = ${act}
      where o.id = ${id} and o.submission_status = 'shipped' and a.after ? 'submission_status'`;
    return rows.length > 0;
  }

  async stored(ids: string[]) {
    return this
      .#tx`select id, payment_status as status, stripe_session_id as session, stripe_payment_intent_id as payment,
      paid_at is not null as "isSettled", reservation_expires_at is not null as "isReserved", refunded_cents as refunded,
      num_cards as cards, review_reason as review, dispute_status as dispute
      from public.grading_orders left join public.order_admin on order_id = id where id = any(${ids}::uuid[])`;
  }
}

export async function deliver(page: Page, state: PageState, model: OrderModel, tables: OrderTables) {
  const expected = model.deliver(page, state);
  expect((await tables.apply(page, state)).outcome).toBe(expected);
}

/** Reads a session's refunds. Another step may apply the read later. */
export async function readRefunds(page: Page, tables: OrderTables): Promise<RefundRead> {
  const read = { fence: await tables.nextFence(), cents: refundedOf(page) };
  page.reads.push(read);
  return read;
}

export async function deliverRefunds(page: Page, read: RefundRead, model: OrderModel, tables: OrderTables) {
  const expected = model.deliverRefunds(page, read);
  expect(await tables.applyRefund(page, read)).toBe(expected);
}

export async function deliverDispute(page: Page, status: string, model: OrderModel, tables: OrderTables) {
  const expected = model.deliverDispute(page, status);
  expect(await tables.applyDispute(page, status)).toBe(expected);
}

/** Releases expired reservations, as the reconcile job does. */
export async function releaseExpired(model: OrderModel, tables: OrderTables): Promise<void> {
  const listed: { order_id: string; stripe_session_id: string | null }[] = await tables.call(
    "list_expired_reservations",
    { p_limit: 10_000, p_now: tables.now },
  );
  const due = model.expiredReservations();
  const ours = listed.filter(({ order_id: id }) => model.orders.some((order) => order.id === id));
  expect(ours.map(({ order_id: id }) => id).sort()).toEqual(due.map(({ id }) => id).sort());
  for (const order of due) {
    const page = model.pages.find(({ session }) => session === order.session);
    if (page) {
      if (stateOf(page).status === "open") model.setState(page, { status: "expired" });
      await deliver(page, stateOf(page), model, tables);
    } else {
      model.cancel(order);
      expect(await tables.call("cancel_reservation", { p_order_id: order.id })).toMatchObject({
        canceled: true,
      });
    }
  }
}
