import { orderEventTypeSchema } from "../../lib/orders/order.ts";
import type { Sql } from "./test-database.ts";

/** Daily totals read these events' values, so they must be amounts. */
const OF_MONEY: readonly string[] = ["refunded", "payment_adopted"];

export async function addSecretEvents(sql: Sql, orderId: string): Promise<void> {
  for (const type of orderEventTypeSchema.options) {
    const value = OF_MONEY.includes(type) ? "$6,660.00" : "secret";
    await sql`insert into public.order_events (order_id, type, to_value, message, actor_type)
      values (${orderId}, ${type}, ${value}, 'secret', 'staff')`;
  }
}
