import { randomUUID } from "node:crypto";
import { aHash, aPaymentIntentId, aSessionId } from "./ids.ts";
import {
  type AdministeredOrder,
  addException,
  addOrder,
  addStaff,
  addSubscription,
  addUser,
  storedOrder,
} from "./rows.ts";
import type { Transaction } from "./test-database.ts";

const STEPS = ["pending", "received", "processing", "shipped", "grading", "graded", "completed", "delivered"];
const STATUSES = ["active", "past_due", "unpaid", "canceled", "incomplete", "active"];
const PLANS = ["starter", "pro", "elite"];

type Written = { act_id?: string | null; results?: unknown };

/**
 * Tells random stories of orders, memberships and exceptions through the database's own functions, each event at a time
 * of the teller's choice: what was paid, taken back, refunded, counted, moved on and back, and all of it undone.
 */
export class Stories {
  readonly orders: string[] = [];
  readonly subscriptions: string[] = [];
  readonly exceptions: number[] = [];
  readonly #tx: Transaction;
  readonly #random: () => number;
  readonly #acts = new Map<string, string[]>();
  #actor = "";

  constructor(tx: Transaction, random: () => number) {
    this.#tx = tx;
    this.#random = random;
  }

  /** Makes what happens from here on happen at that time. */
  async at(time: Date): Promise<void> {
    await this.#tx`select set_config('app.event_at', ${time.toISOString()}, true)`;
  }

  /** Something happens at that time: mostly to an order, sometimes a new one. */
  async goOn(time: Date): Promise<void> {
    await this.at(time);
    const kind = this.#random();
    if (kind < 0.08) await this.#exception(time);
    else if (kind < 0.2) await this.#membership();
    else if (kind < 0.26 || this.orders.length === 0) await this.begin(time);
    else await this.#change(await storedOrder(this.#tx, this.#pick(this.orders)), time);
  }

  /** A new order, one of ten placed by staff, one of ten paid at once. */
  async begin(time: Date, columns: Parameters<typeof addOrder>[1] = {}): Promise<string> {
    const num_cards = 1 + this.#below(40);
    const { id } = await addOrder(this.#tx, {
      num_cards,
      rate_cents: 1901 + this.#below(600),
      payment_status: this.#random() < 0.1 ? "paid" : "unpaid",
      placed_by_admin: this.#random() < 0.1,
      created_at: time,
      ...columns,
    });
    this.orders.push(id);
    return id;
  }

  async #change(order: AdministeredOrder, time: Date): Promise<void> {
    const kind = this.#random();
    const isPaid = order.payment_status === "paid";
    if (order.paid_at === null) return kind < 0.7 ? this.pay(order, time) : this.move(order);
    if (kind < 0.1) return this.setPayment(order, isPaid ? "unpaid" : "paid");
    if (kind < 0.2 && order.stripe_payment_intent_id === null) return this.pay(order, time, this.#below(500));
    if (kind < 0.35 && order.stripe_payment_intent_id !== null) return this.refund(order);
    if (kind < 0.52) return this.count(order);
    if (kind < 0.58) return this.payExtra(order, time);
    if (kind < 0.7) return this.undo(order);
    return this.move(order);
  }

  /** Paid by card, with so many cents more than asked where staff had set it paid; or now and then by hand. */
  async pay(order: AdministeredOrder, time: Date, more = 0): Promise<void> {
    if (order.paid_at === null && this.#random() < 0.25) return this.setPayment(order, "paid");
    const cents = Math.round(Number(order.grading_fee) * 100) + more;
    await this
      .#tx`select public.apply_checkout(${order.stripe_session_id}, ${order.id}, 'complete', 'paid', ${cents}, 'usd',
      false, false, ${aHash()}, ${aPaymentIntentId()}, p_now => ${time})`;
  }

  async setPayment(order: AdministeredOrder, payment_status: "paid" | "unpaid"): Promise<void> {
    await this.save(order, { payment_status });
  }

  /** All that was refunded so far is now a part of the payment, or all of it; less than before when one has failed. */
  async refund(order: AdministeredOrder): Promise<void> {
    const paid = Math.round(Number(order.total_paid) * 100);
    const cents = this.#random() < 0.4 ? paid : this.#below(paid + 1);
    await this
      .#tx`select public.apply_refund(${order.stripe_payment_intent_id}, public.next_read_fence(), ${cents}, false, false)`;
  }

  /** Counted, or counted again; half the time with another number than paid for. */
  async count(order: AdministeredOrder): Promise<void> {
    const count = Number(order.num_cards) + (this.#random() < 0.5 ? 1 : 0);
    await this.#noted(
      order,
      await this
        .#tx`select public.staff_check_in(${await this.#staff()}, ${order.id}, ${order.version}, ${count}, 'ok',
        null, true) as answer`,
    );
  }

  /** Cards on top that were counted, and are asked about, are paid for. */
  async payExtra(order: { id: string }, time: Date): Promise<void> {
    await this.#tx`
      select public.apply_adjustment_checkout(${aSessionId()}, a.id, 'complete', 'paid', a.amount_cents, 'usd', false, false,
        ${aPaymentIntentId()}, p_now => ${time})
      from order_adjustments a where a.order_id = ${order.id} and a.kind = 'extra' and a.status = 'proposed'`;
  }

  /** On to the next step mostly, and sometimes to any. */
  async move(order: AdministeredOrder): Promise<void> {
    const place = STEPS.indexOf(String(order.submission_status));
    const submission_status = this.#random() < 0.75 ? STEPS[Math.min(place + 1, 7)] : this.#pick(STEPS);
    await this.save(order, { submission_status });
  }

  /** Takes back what staff did last with the order, unless something has changed since. */
  async undo(order: { id: string }): Promise<void> {
    const act = this.#acts.get(order.id)?.pop();
    if (act)
      await this.#tx`select public.staff_undo(${await this.#staff()}, ${act}, 'Wrong batch', ${order.id})`;
  }

  /** Staff change an order. */
  async save(order: AdministeredOrder, changes: Record<string, unknown>): Promise<void> {
    await this.#noted(
      order,
      await this.#tx`select public.staff_update_order(${await this.#staff()}, ${order.id}, ${order.version},
        ${this.#tx.json(changes as never)}, ${aHash()}, 'As told', ${order.stripe_session_id}) as answer`,
    );
  }

  async #noted(order: { id: string }, rows: readonly Record<string, Written>[]): Promise<void> {
    const act = rows[0]?.answer?.act_id;
    if (act) this.#acts.set(order.id, [...(this.#acts.get(order.id) ?? []), act]);
  }

  async #membership(): Promise<void> {
    const status = this.#pick(STATUSES);
    const plan_type = this.#pick(PLANS);
    if (this.subscriptions.length > 0 && this.#random() < 0.7) {
      const id = this.#pick(this.subscriptions);
      await this.#tx`update subscriptions set status = ${status}, plan_type = ${plan_type} where id = ${id}`;
      return;
    }
    const id = randomUUID();
    await addSubscription(this.#tx, (await addUser(this.#tx)).id, { id, status, plan_type });
    this.subscriptions.push(id);
  }

  async #exception(time: Date): Promise<void> {
    if (this.exceptions.length > 0 && this.#random() < 0.4) {
      const id = this.#pick(this.exceptions);
      await this
        .#tx`update payment_exceptions set resolved_at = ${time} where id = ${id} and resolved_at is null`;
    } else this.exceptions.push(await addException(this.#tx, { created_at: time }));
  }

  async #staff(): Promise<string> {
    if (!this.#actor) {
      this.#actor = (await addUser(this.#tx)).id;
      await addStaff(this.#tx, this.#actor);
    }
    return this.#actor;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }
}
