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

/** The first minute of the model: no month ends within a story. */
const BEGIN = Date.parse("2026-11-10T12:00:00Z");

/** The database of one story, in a transaction of its own. */
export class OrderTables {
  readonly #tx: Transaction;
  readonly #keys: { member: string; guest: string; staff: string };

  private constructor(tx: Transaction, keys: { member: string; guest: string; staff: string }) {
    this.#tx = tx;
    this.#keys = keys;
  }

  /** Makes the people of a story: a member, a guest and somebody of the staff. */
  static async begin(tx: Transaction): Promise<OrderTables> {
    const [member, staff] = [await addUser(tx), await addUser(tx)];
    await addStaff(tx, staff.id);
    return new OrderTables(tx, { member: member.id, guest: aGuestKey(), staff: staff.id });
  }

  /** Calls a function of the database and answers what it answers. */
  // biome-ignore lint/suspicious/noExplicitAny: each function has a shape of its own.
  async call(name: string, args: Record<string, unknown>): Promise<any> {
    const names = Object.keys(args).map((one, index) => `${one} => $${index + 1}`);
    const [row] = await this.#tx.unsafe(
      `select public.${name}(${names.join(", ")}) as answer`,
      Object.values(args) as never[],
      { prepare: true },
    );
    return row?.answer;
  }

  reserve(owner: Owner, batchId: string, minute: number) {
    const { plan, cards, limit } = owners[owner];
    const args = aReservation(owner === "member" ? this.#keys.member : null, {
      p_guest_key: owner === "guest" ? this.#keys.guest : null,
      p_batch_id: batchId,
      p_plan_type: plan,
      p_num_cards: cards,
      p_monthly_limit: limit,
      p_now: at(minute),
    });
    return this.call("reserve_order", args);
  }

  apply({ session, payment, order }: Page, { status, isPaid, hasFailed }: Facts, minute: number) {
    const args = aPaidSession({ id: order.id, grading_fee: order.cents / 100 } as Order, {
      p_session_id: session,
      p_payment_intent_id: payment,
      p_session_status: status,
      p_payment_status: isPaid ? "paid" : "unpaid",
      p_async_failed: hasFailed,
      p_email: "payer@example.test",
      p_now: at(minute),
    });
    return this.call("apply_checkout", args);
  }

  async setByStaff(order: ModelOrder, status: "paid" | "unpaid") {
    const [row] = await this.#tx`select version from public.grading_orders where id = ${order.id}`;
    return this.call("staff_update_order", {
      p_actor: this.#keys.staff,
      p_order_id: order.id,
      p_version: row?.version,
      p_changes: { payment_status: status },
      p_tracking_hash: aHash(),
      p_reason: "Told by telephone",
      p_asked_session: order.session,
    });
  }

  /** The story's orders as they are stored, in the terms of the model. */
  async stored(ids: string[]) {
    return this
      .#tx`select id, payment_status as status, stripe_session_id as session, stripe_payment_intent_id as payment,
      paid_at is not null as "isSettled", reservation_expires_at is not null as "isReserved", refunded_cents as refunded,
      review_reason as review, dispute_status as dispute
      from public.grading_orders left join public.order_admin on order_id = id where id = any(${ids}::uuid[])`;
  }
}

const at = (minute: number) => new Date(BEGIN + minute * 60_000).toISOString();

/** Tells the database what is said of a page. */
export async function hear(page: Page, facts: Facts, model: OrderModel, tables: OrderTables): Promise<void> {
  const wanted = model.hear(page, facts);
  expect((await tables.apply(page, facts, model.now)).outcome).toBe(wanted);
}

/** Reads the refunds of a page as they are now; the read is written by another step. */
export async function readRefunds(page: Page, tables: OrderTables): Promise<void> {
  page.reads.push({ fence: Number(await tables.call("next_read_fence", {})), cents: refundedOf(page) });
}

/** Writes a read of a page's refunds. */
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

/** Releases what ran out, as the reconcile job does. */
export async function sweep(model: OrderModel, tables: OrderTables): Promise<void> {
  const listed: { order_id: string; stripe_session_id: string | null }[] = await tables.call(
    "list_expired_reservations",
    { p_limit: 10_000, p_now: at(model.now) },
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
