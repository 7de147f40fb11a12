import "server-only";
import * as z from "zod/mini";
import { checkedOrderSchema, gradersSchema, orderEventSchema } from "@/lib/orders/order";
import { trackingLinkSchema } from "@/lib/orders/schema";
import { mailToken } from "@/lib/profile/mail-token";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const foundSchema = z.object({
  order: z.nullable(
    z.extend(checkedOrderSchema, {
      /** How many of the order's cards went to the grader. Null if unknown. */
      cards_sent: z.nullable(z.number()),
    }),
  ),
  email: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  is_guest: z.boolean(),
  graders: gradersSchema,
  events: z.array(orderEventSchema),
  tracking_link: z.nullable(trackingLinkSchema),
});
type Found = z.infer<typeof foundSchema>;

/** An order and its recipient: the account's current address, or the one the guest paid with. */
export type OrderForEmail = Found & {
  order: NonNullable<Found["order"]>;
  /** Identifies the address in unsubscribe links. Missing without an address. */
  mail_token?: string | undefined;
};

/** Returns what an email about an order needs. Null if the order was deleted. */
export async function getOrderForEmail(orderId: string): Promise<OrderForEmail | null> {
  const args = { order_id: orderId };
  const { order, ...rest } = await call(serviceClient(), "get_order_for_email", args, foundSchema);
  return order && { order, ...rest, ...(rest.email ? { mail_token: mailToken(rest.email) } : {}) };
}
