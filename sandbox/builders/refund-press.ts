import { randomUUID } from "node:crypto";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import type { RefundBody } from "@/lib/staff/refunds/schema";
import type { OwnPayments } from "./own-payments.ts";
import type { PaidPage } from "./paid-page.ts";
import type { Sql } from "./test-database.ts";

/** Where the payment service's refunds are. */
export const REFUNDS = "/v1/refunds";

/** A refund of $25 of an order's $100. */
export const aRefund = (changes: Partial<RefundBody> = {}): RefundBody => ({
  request_id: randomUUID(),
  amount_cents: 2_500,
  refunded_cents: 0,
  reason: "A card was missing",
  ...changes,
});

type Press = { sql: Sql; payments: OwnPayments; actor: () => { id: string } };

/** Staff's press on "Refund", called in process, and what came of it. */
export function refundPress({ sql, payments, actor }: Press) {
  return {
    press: ({ order }: { order: { id: string } }, body: RefundBody) =>
      refundOrder(actor().id, order.id, body),

    /** What the payment service has given back of a payment, and under which attempts it was asked. */
    madeOf: async ({ payment }: PaidPage, { request_id: id }: RefundBody) => {
      const { data } = await payments.stripe.refunds.list({ payment_intent: payment });
      const keys = (await payments.requests("POST", REFUNDS)).map(
        ({ idempotencyKey }) => idempotencyKey ?? "",
      );
      const attempts = keys
        .filter((key) => key.startsWith(`refund:${id}:`))
        .map((key) => Number(key.slice(-1)));
      return { amounts: data.map(({ amount }) => amount), attempts: [...new Set(attempts)] };
    },

    /** What stands in the database of a request. */
    requestOf: async ({ request_id: id }: RefundBody) => {
      const [row] =
        await sql`select status, attempt, failure, stripe_refund_id from refund_requests where id = ${id}`;
      return row;
    },
  };
}
