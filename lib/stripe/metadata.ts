import { z } from "zod";

/** Marks our own sessions: an account of the payment service may serve other products too. */
const APP = "slabrelay";

/** What a batch's payment session carries, so that an order can be rebuilt from it. Empty values would be dropped. */
const orderMetadataSchema = z.object({
  app: z.literal(APP),
  order_id: z.uuid(),
  batch_id: z.string(),
  plan_type: z.string(),
  num_cards: z.string(),
  rate_cents: z.string(),
  user_id: z.string().optional(),
});
export type OrderMetadata = z.infer<typeof orderMetadataSchema>;

/** The metadata of an order's payment session. */
export function orderMetadata(order: {
  id: string;
  batch_id: string | null;
  user_id: string | null;
  plan_type: string;
  num_cards: number;
  rate_cents: number;
}): OrderMetadata {
  return {
    app: APP,
    order_id: order.id,
    batch_id: order.batch_id ?? "",
    plan_type: order.plan_type,
    num_cards: String(order.num_cards),
    rate_cents: String(order.rate_cents),
    ...(order.user_id ? { user_id: order.user_id } : {}),
  };
}

/** The metadata of a session of ours, or null for somebody else's. */
export function parseOrderMetadata(metadata: unknown): OrderMetadata | null {
  return orderMetadataSchema.safeParse(metadata).data ?? null;
}
