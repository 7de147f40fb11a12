import { z } from "zod";
import { uuidSchema } from "@/lib/base/uuid";

/* Webhooks report every object of the Stripe account. Ours have `app` and the ID of our row; all others are ignored. */

/** The Stripe account may be shared with other products. */
const APP = "slabrelay";

/** Returns a function that reads the metadata of a Stripe object, or null if the object isn't ours. */
const readerOf =
  <Schema extends z.ZodType>(schema: Schema) =>
  (metadata: unknown): z.output<Schema> | null =>
    schema.safeParse(metadata).data ?? null;

/** Reads only the order's ID: even if other fields are missing, the money is for one of our orders. */
export const parseOrderMetadata = readerOf(z.object({ app: z.literal(APP), order_id: uuidSchema }));

/**
 * Returns the metadata of an order's session. Fields other than `app` and `order_id` are only for people using
 * Stripe's dashboard.
 */
export function orderMetadata(order: {
  id: string;
  batch_id: string | null;
  user_id: string | null;
  plan_type: string;
  num_cards: number;
  rate_cents: number;
}) {
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

export const parseAdjustmentMetadata = readerOf(z.object({ app: z.literal(APP), adjustment_id: uuidSchema }));

/** Returns the metadata of a proposal's session. Omits the order ID, since this isn't the order's own payment. */
export function adjustmentMetadata(adjustment: { id: string; batch_id: string | null; kind: string }) {
  return {
    app: APP,
    adjustment_id: adjustment.id,
    batch_id: adjustment.batch_id ?? "",
    kind: adjustment.kind,
  };
}

/** Returns the metadata of a refund by staff. `refund_request` identifies the refund after a lost response. */
export function refundMetadata(orderId: string, requestId: string) {
  return { app: APP, order_id: orderId, refund_request: requestId };
}

const membershipMetadataSchema = z.object({
  app: z.literal(APP),
  kind: z.literal("membership"),
  user_id: uuidSchema,
  plan: z.string(),
  attempt: z.string(),
});
export type MembershipMetadata = z.infer<typeof membershipMetadataSchema>;

export function membershipMetadata(membership: {
  userId: string;
  plan: string;
  attempt: number;
}): MembershipMetadata {
  const { userId, plan, attempt } = membership;
  return { app: APP, kind: "membership", user_id: userId, plan, attempt: String(attempt) };
}

export const parseMembershipMetadata = readerOf(membershipMetadataSchema);

const customerMetadataSchema = z.object({ app: z.literal(APP), user_id: uuidSchema });

export function customerMetadata(userId: string): z.infer<typeof customerMetadataSchema> {
  return { app: APP, user_id: userId };
}

/** Returns the user ID of a Stripe customer, or null if the customer isn't ours. */
export function ownerOfCustomer(metadata: unknown): string | null {
  return customerMetadataSchema.safeParse(metadata).data?.user_id ?? null;
}

/** Returns the ID from a reference that may be expanded, or null. */
export function idOf(reference: unknown): string | null {
  if (typeof reference === "string") return reference || null;
  const { id } = (reference ?? {}) as { id?: unknown };
  return typeof id === "string" && id ? id : null;
}
