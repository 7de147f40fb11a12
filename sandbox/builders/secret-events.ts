import { orderEventTypeSchema } from "../../lib/orders/order.ts";
import type { Sql } from "./test-database.ts";

/** Events whose values the sums of a day read: they are dollars, also in a story that is made up. */
const OF_MONEY: readonly string[] = ["refunded", "payment_adopted"];

/** Notes an event of every type that staff alone may read, each of them with a word that no customer may see. */
export async function addSecretEvents(sql: Sql, orderId: string): Promise<void> {
  for (const type of orderEventTypeSchema.options) {
    const value = OF_MONEY.includes(type) ? "$6,660.00" : "secret";
    await sql`insert into public.order_events (order_id, type, to_value, message, actor_type)
      values (${orderId}, ${type}, ${value}, 'secret', 'staff')`;
  }
}
