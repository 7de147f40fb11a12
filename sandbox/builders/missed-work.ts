import { randomUUID } from "node:crypto";
import type { ReconcileReport } from "@/lib/jobs/reconcile";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { refundMetadata } from "@/lib/stripe/metadata";
import { createOrderSession } from "@/lib/stripe/sessions";
import { aGuestKey } from "./ids.ts";
import type { OwnPayments } from "./own-payments.ts";
import { type PaidCheckout, payAndFulfill, payCheckout } from "./paid-checkout.ts";
import { addOrder, addUser } from "./rows.ts";
import { reserveOrder } from "./sql-functions.ts";
import { call, type Sql, serverClient } from "./test-database.ts";

const HOUR = 3_600_000;

export const EMPTY_REPORT: ReconcileReport = {
  released: 0,
  fulfilled: 0,
  replayed: 0,
  memberships: 0,
  refunds: 0,
  adjustments: 0,
  reminders: 0,
  purged: 0,
  failed: 0,
};

/**
 * Creates work that webhooks and users may miss. `now` is Stripe's time, `due` a past time at which no other test has
 * rows.
 */
export class MissedWork {
  readonly #sql: Sql;
  readonly #payments: OwnPayments;
  readonly now: Date;
  readonly due: Date;
  readonly #orders: string[] = [];

  constructor(sql: Sql, payments: OwnPayments, now: string, due: string) {
    this.#sql = sql;
    this.#payments = payments;
    this.now = new Date(now);
    this.due = new Date(due);
  }

  async begin(hoursBefore: number): Promise<void> {
    await this.#payments.control("/reset");
    await this.#sql`delete from job_progress`;
    await this.#payments.control("/settings", { settleAfterSeconds: 30 * 86_400 });
    await this.#payments.control("/clock", { frozen: true });
    await this.at(hoursBefore * HOUR);
  }

  async cameUntil(
    kind: "sessions" | "events" | "pending" | "purge",
    millisecondsBefore: number,
  ): Promise<void> {
    const at = new Date(this.now.getTime() - millisecondsBefore);
    await this.#sql`delete from job_progress where kind = ${kind}`;
    await this
      .#sql`insert into job_progress (kind, looked_until, finished_at) values (${kind}, ${at}, ${at})`;
  }

  async readProgress(kind: string) {
    const [row] = await this
      .#sql`select looked_until, place, finished_at from job_progress where kind = ${kind}`;
    return row;
  }

  async stuckRefund({ isMade }: { isMade: boolean }): Promise<PaidCheckout & { request: string }> {
    const paid = await payAndFulfill(this.#payments);
    const request = randomUUID();
    const touched = new Date(this.due.getTime() - HOUR / 10);
    await this.#sql`insert into refund_requests (id, order_id, amount_cents, reason, updated_at)
                    values (${request}, ${paid.order.id}, 2500, 'Two cards missing', ${touched})`;
    if (isMade) {
      const metadata = refundMetadata(paid.order.id, request);
      await this.#payments.stripe.refunds.create({ payment_intent: paid.payment, amount: 2500, metadata });
    }
    return { ...paid, request };
  }

  async at(millisecondsBefore: number): Promise<void> {
    await this.#payments.control("/clock", { set: (this.now.getTime() - millisecondsBefore) / 1000 });
  }

  async #keep<Found extends { id: string }>(order: Found): Promise<Found> {
    this.#orders.push(order.id);
    return order;
  }

  async reservation({ isOpened }: { isOpened: boolean }): Promise<{ id: string; session: string | null }> {
    const order = await this.#keep(await reserveOrder(null));
    const session = isOpened ? (await createOrderSession(order, false)).id : null;
    const end = new Date(this.due.getTime() - 24 * HOUR + this.#orders.length * 1_000);
    const columns = { reservation_expires_at: end, stripe_session_id: session };
    await this.#sql`update grading_orders set ${this.#sql(columns)} where id = ${order.id}`;
    return { id: order.id, session };
  }

  async settledDebit(
    outcome: "succeeded" | "failed" = "succeeded",
  ): Promise<{ id: string; session: string }> {
    const order = await this.#keep(await reserveOrder(null));
    const { id: session } = await createOrderSession(order, false);
    await this.#payments.payByBank(session);
    await fulfillCheckout(session);
    // Makes this the oldest pending order, so that it is among the first hundred.
    await this.#sql`update grading_orders set submitted_at = ${this.due} where id = ${order.id}`;
    await this.#payments.settle(session, outcome);
    return { id: order.id, session };
  }

  async paidCheckout(): Promise<PaidCheckout> {
    const paid = await payCheckout(this.#payments);
    await this.#keep(paid.order);
    return paid;
  }

  async failedDelivery(): Promise<{ id: string; event: string }> {
    const { order, payment } = await payAndFulfill(this.#payments);
    await this.#payments.stripe.refunds.create({ payment_intent: payment });
    const event = await this.delivery({ type: "charge.refunded", object_id: payment });
    return { id: order.id, event };
  }

  async delivery(columns: { type: string; object_id: string | null }): Promise<string> {
    const times = { received_at: this.due, tried_at: new Date(this.due.getTime() - HOUR) };
    const event = { event_id: `evt_${randomUUID()}`, livemode: false, ...times, ...columns };
    await this.#sql`insert into stripe_events ${this.#sql(event)}`;
    return event.event_id;
  }

  async silentDispute(): Promise<{ id: string }> {
    const { order, payment } = await payAndFulfill(this.#payments);
    await this.#payments.control("/disputes", { payment_intent: payment });
    return { id: order.id };
  }

  async unaskedMembership(): Promise<{ userId: string; subscription: string }> {
    const { id: userId, email } = await addUser(this.#sql);
    const { id: customer } = await this.#payments.stripe.customers.create({ email });
    await call(serverClient(), "ensure_stripe_customer", {
      p_user_id: userId,
      p_stripe_customer_id: customer,
    });
    const { body } = await this.#payments.control("/subscriptions", { customer, price: "price_sandbox_pro" });
    await this.#sql`
      insert into subscriptions (user_id, plan_type, status, current_period_start, current_period_end,
        stripe_subscription_id, stripe_customer_id, stripe_price_id)
      values (${userId}, 'starter', 'active', ${this.due}, now(), ${body.id}, ${customer}, 'price_sandbox_starter')`;
    const asked = new Date(this.due.getTime() - 25 * HOUR);
    await this.#sql`update stripe_customers set synced_at = ${asked} where user_id = ${userId}`;
    return { userId, subscription: body.id };
  }

  async litter(): Promise<{ id: string; counter: string }> {
    const past = (days: number) => new Date(this.due.getTime() - days * 24 * HOUR);
    const order = await this.#keep(
      await addOrder(this.#sql, {
        guest_key: aGuestKey(),
        payment_status: "canceled",
        created_at: past(31),
      }),
    );
    const counter = `test:${order.id}`;
    await this.#sql`insert into rate_limits (key, updated_at) values (${counter}, ${past(3)})`;
    return { id: order.id, counter };
  }

  /** Removes the remaining rows, because the next test file reads the same lists. */
  async clear(): Promise<void> {
    await this.#sql`update grading_orders set payment_status = 'failed', reservation_expires_at = null
                    where id = any(${this.#orders}::uuid[]) and payment_status in ('unpaid', 'pending')`;
    await this.#sql`delete from awaited_debits where order_id = any(${this.#orders}::uuid[])`;
    await this.#sql`update stripe_events set processed_at = now() where received_at = ${this.due}`;
    await this.#sql`update refund_requests set status = 'done' where updated_at < ${this.due}`;
    await this.#sql`delete from job_progress`;
    await this.#sql`update stripe_customers set synced_at = now() where synced_at < ${this.due}`;
  }
}
