import { aGuestKey, aHash } from "../../sandbox/builders/ids";
import { addStaff, addUser } from "../../sandbox/builders/rows";
import { aPaidSession, aReservation, type Order } from "../../sandbox/builders/sql-functions";
import type { Transaction } from "../../sandbox/builders/test-database";
import {
  type Facts,
  factsOf,
  type ModelOrder,
  type OrderModel,
  type Owner,
  owners,
  type Page,
  refundedOf,
} from "./order-model";
import { ProposalRows } from "./proposal-rows";

type Keys = { member: string; guest: string; staff: string };

/** The database of one run, in a transaction with a fixed clock. Time passes by making stored times older. */
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

  /** Creates a member, a guest and a staff member. */
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

  async pass(minutes: number): Promise<void> {
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
    await this.proposals.look("time");
  }

  // biome-ignore lint/suspicious/noExplicitAny: functions return different shapes.
  async call(name: string, args: Record<string, unknown>): Promise<any> {
    const names = Object.keys(args).map((one, index) => `${one} => $${index + 1}`);
    const [row] = await this.#tx.unsafe(
      `select public.${name}(${names.join(", ")}) as answer`,
      Object.values(args) as never[],
      { prepare: true },
    );
    await this.proposals.look(name);
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

  apply({ session, payment, order }: Page, { status, isPaid, hasFailed }: Facts) {
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

  async setByStaff(order: ModelOrder, status: "paid" | "unpaid") {
    const { version } = await this.counted(order);
    return this.call("staff_update_order", {
      p_actor: this.#keys.staff,
      p_order_id: order.id,
      p_version: version,
      p_changes: { payment_status: status },
      p_tracking_hash: aHash(),
      p_reason: "Told by telephone",
      p_asked_session: order.session,
    });
  }

  async send(order: ModelOrder): Promise<void> {
    const { version } = await this.counted(order);
    await this.call("staff_update_order", {
      p_actor: this.#keys.staff,
      p_order_id: order.id,
      p_version: version,
      p_changes: { submission_status: "shipped" },
      p_tracking_hash: aHash(),
      p_reason: "In today's box",
    });
  }

  /** Returns whether the order shipped to the grader after the action that received it. */
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

/** Applies a payment page's facts. */
export async function hear(page: Page, facts: Facts, model: OrderModel, tables: OrderTables): Promise<void> {
  const wanted = model.hear(page, facts);
  expect((await tables.apply(page, facts)).outcome).toBe(wanted);
}

/** Reads a page's refunds. Another step applies them. */
export async function readRefunds(page: Pick<Page, "reads" | "refunds">, tables: OrderTables): Promise<void> {
  page.reads.push({ fence: Number(await tables.call("next_read_fence", {})), cents: refundedOf(page) });
}

/** Applies an earlier read of a page's refunds. */
export async function hearRefunds(
  page: Page,
  read: Page["reads"][number],
  model: OrderModel,
  tables: OrderTables,
) {
  const wanted = model.hearRefunds(page, read);
  const args = { p_payment_intent_id: page.payment, p_fence: read.fence, p_refunded_cents: read.cents };
  const answer = await tables.call("apply_refund", {
    ...args,
    p_livemode: false,
    p_expected_livemode: false,
  });
  expect(answer.outcome).toBe(wanted);
}

/** Releases expired reservations, as the reconcile job does. */
export async function sweep(model: OrderModel, tables: OrderTables): Promise<void> {
  const listed: { order_id: string; stripe_session_id: string | null }[] = await tables.call(
    "list_expired_reservations",
    { p_limit: 10_000, p_now: tables.now },
  );
  const due = model.runOut();
  const ours = listed.filter(({ order_id: id }) => model.orders.some((order) => order.id === id));
  expect(ours.map(({ order_id: id }) => id).sort()).toEqual(due.map(({ id }) => id).sort());
  for (const order of due) {
    const page = model.pages.find(({ session }) => session === order.session);
    if (page) {
      if (factsOf(page).status === "open") model.says(page, { status: "expired" });
      await hear(page, factsOf(page), model, tables);
    } else {
      model.cancel(order);
      expect(await tables.call("cancel_reservation", { p_order_id: order.id })).toMatchObject({
        canceled: true,
      });
    }
  }
}
