import { randomUUID } from "node:crypto";
import { refundOrder } from "@/lib/staff/refunds/refund-order";
import type { RefundBody } from "@/lib/staff/refunds/schema";
import type { OwnPayments } from "./own-payments.ts";
import type { PaidPage } from "./paid-page.ts";
import { type StaffMember, signUpStaff, storedOrder } from "./rows.ts";
import type { Sql } from "./test-database.ts";

export const REFUNDS = "/v1/refunds";

export const aRefund = (changes: Partial<RefundBody> = {}): RefundBody => ({
  request_id: randomUUID(),
  amount_cents: 2_500,
  refunded_cents: 0,
  reason: "A card was missing",
  ...changes,
});

export const REFUNDED = { outcome: "done" };
export const UNCONFIRMED = { status: 503, code: "refund_unconfirmed" };

export function submitRefund(sql: Sql, payments: OwnPayments) {
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });
  return {
    press: ({ order }: { order: { id: string } }, body: RefundBody) =>
      refundOrder({ userId: member.id, factorUsedAt: new Date() }, order.id, body),

    refundedOf: async ({ order }: PaidPage) => (await storedOrder(sql, order.id)).refunded_cents,

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

    requestOf: async ({ request_id: id }: RefundBody) => {
      const [row] =
        await sql`select status, attempt, failure, stripe_refund_id from refund_requests where id = ${id}`;
      return row;
    },
  };
}
