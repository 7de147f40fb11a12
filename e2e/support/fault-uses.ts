import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { Members, priceOf, sessionOf } from "../../sandbox/builders/members.ts";
import {
  type Answer,
  type Caller,
  listSessions,
  logInAsStaff,
  type Product,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import { aProfile } from "../../sandbox/builders/profile.ts";
import { orderOfBatch, storedOrder } from "../../sandbox/builders/rows.ts";
import type { Sql } from "../../sandbox/builders/test-database.ts";

/** A user action. `right` is the state it must reach, however often it's repeated. */
export type FaultUse = {
  name: string;
  needsPayments: boolean;
  begin: () => Promise<{ press: () => Promise<Answer>; state: () => Promise<unknown> }>;
  right: unknown;
};

export async function faultUses(product: Product, sql: Sql): Promise<FaultUse[]> {
  const staff = await logInAsStaff(product, sql);
  const members = new Members(product, sql);
  const stripe = stripeOf(product);

  async function submitted() {
    const { token } = await product.person();
    const who: Caller = { token };
    const { body } = await product.openCheckout(who);
    const session = String(body.sessionId);
    const confirm = () => product.post(apiPaths.processPaygPayment, { session_id: session }, who);
    return { who, id: String(body.order_id), session, confirm };
  }
  async function paid() {
    const batch = await submitted();
    await product.pay(batch.session);
    return batch;
  }
  async function aPaidOrder() {
    const batch = await paid();
    await batch.confirm();
    return storedOrder(sql, batch.id);
  }
  const emailsOf = async (id: string, kind: string) =>
    (await sql`select 1 from public.outbox where payload ->> 'order_id' = ${id} and kind = ${kind}`).length;
  const paymentOf = async (id: string) => {
    const { payment_status: status } = await storedOrder(sql, id);
    return { status, confirmations: await emailsOf(id, "order_confirmation") };
  };
  const isPaid = { status: "paid", confirmations: 1 };

  return [
    {
      name: "a batch is submitted",
      needsPayments: true,
      begin: async () => {
        const { token } = await product.person();
        const batchId = newBatchId();
        const state = async () => {
          const order = await orderOfBatch(sql, batchId);
          const pages = await listSessions(product, { order_id: order?.id ?? "" });
          return { status: order?.payment_status, pages: pages.map(({ status }) => status) };
        };
        return { press: () => product.openCheckout({ token }, 2, batchId), state };
      },
      right: { status: "unpaid", pages: ["open"] },
    },
    {
      name: "a payment is confirmed",
      needsPayments: true,
      begin: async () => {
        const { id, confirm } = await paid();
        return { press: confirm, state: () => paymentOf(id) };
      },
      right: isPaid,
    },
    {
      name: "staff ask what became of a payment",
      needsPayments: true,
      begin: async () => {
        const { id } = await paid();
        return { press: () => product.post(staffApiPaths.sync(id), {}, staff), state: () => paymentOf(id) };
      },
      right: isPaid,
    },
    {
      name: "staff refund a part",
      needsPayments: true,
      begin: async () => {
        const { id, stripe_payment_intent_id: payment } = await aPaidOrder();
        const body = {
          request_id: randomUUID(),
          amount_cents: 2_500,
          refunded_cents: 0,
          reason: "Asked for",
        };
        const state = async () => {
          const { refunded_cents: cents } = await storedOrder(sql, id);
          const { data } = await stripe.refunds.list({ payment_intent: String(payment) });
          return { cents, there: data.map(({ amount }) => amount) };
        };
        return { press: () => product.post(staffApiPaths.refund(id), body, staff), state };
      },
      right: { cents: 2_500, there: [2_500] },
    },
    {
      name: "a membership's payment is confirmed",
      needsPayments: true,
      begin: async () => {
        const person = await product.person();
        const session = sessionOf((await members.subscribe(person, priceOf("pro"))).body.url);
        await product.pay(session);
        const press = () => product.post(apiPaths.processSuccess, { session_id: session }, person);
        return { press, state: async () => (await members.listRows(person)).map(({ status }) => status) };
      },
      right: ["active"],
    },
    {
      name: "the billing portal is opened",
      needsPayments: true,
      begin: async () => {
        const person = await product.person();
        await members.subscribe(person, priceOf("pro"));
        const customers = () => sql`select 1 from public.stripe_customers where user_id = ${person.userId}`;
        const press = () => product.post(apiPaths.createPortalSession, {}, person);
        return { press, state: async () => ({ customers: (await customers()).length }) };
      },
      right: { customers: 1 },
    },
    {
      name: "staff count a batch",
      needsPayments: false,
      begin: async () => {
        const { id, version } = await aPaidOrder();
        const body = { version: Number(version), count: 2, condition: "ok" };
        const state = async () => {
          const { received_count: count } = await storedOrder(sql, id);
          return { count, receipts: await emailsOf(id, "check_in_receipt") };
        };
        return { press: () => product.post(staffApiPaths.checkIn(id), body, staff), state };
      },
      right: { count: 2, receipts: 1 },
    },
    {
      name: "an address is saved",
      needsPayments: false,
      begin: async () => {
        const { token, userId } = await product.person();
        const profiles = () => sql`select is_complete from public.profiles where user_id = ${userId}`;
        const state = async () => (await profiles()).map(({ is_complete: isComplete }) => isComplete);
        return { press: () => product.post(apiPaths.profile, aProfile(), { token }), state };
      },
      right: [true],
    },
  ];
}
