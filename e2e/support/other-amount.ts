import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { type Caller, eventually, type Product } from "../../sandbox/builders/product.ts";
import type { Sql } from "../../sandbox/builders/test-database.ts";

/** An order with a payment that differs from its total. */
export type OtherAmount = { id: string; cookie: string; exception: number; payment: string };

export async function addOtherAmount(product: Product, sql: Sql): Promise<OtherAmount> {
  const { body, cookie } = await product.openCheckout({}, 2);
  const id: string = body.order_id;
  await sql`update grading_orders set num_cards = 3, grading_fee = 75 where id = ${id}`;
  await product.pay(body.sessionId);
  const [entry] = await eventually(
    () => sql<{ id: string; detail: { payment_intent_id: string } }[]>`
      select id, detail from payment_exceptions where order_id = ${id}`,
    (rows) => rows.length === 1,
  );
  return { id, cookie, exception: Number(entry?.id), payment: String(entry?.detail.payment_intent_id) };
}

export const settleException = (
  product: Product,
  { exception }: OtherAmount,
  accepts_amount: boolean,
  who: Caller,
) =>
  product.post(
    staffApiPaths.resolveException,
    { exception_id: exception, resolution: "He agreed", accepts_amount },
    { cookie: who.cookie ?? "" },
  );

export const openReasonsOf = async (sql: Sql, { id }: OtherAmount): Promise<string[]> =>
  (await sql`select reason from payment_exceptions where order_id = ${id} and resolved_at is null`).map(
    ({ reason }) => reason,
  );
