import { z } from "zod";
import { uuidSchema } from "@/lib/base/uuid";

/** Marks our own sessions: an account of the payment service may serve other products too. */
const APP = "slabrelay";

/**
 * What is read of the metadata of an order's session, payment or refund: which order. A session that lacks one of the
 * other fields has still taken money for an order of ours.
 */
const orderMetadataSchema = z.object({ app: z.literal(APP), order_id: uuidSchema });

/** The metadata of an order's payment session, for whoever looks at it there. Empty values would be dropped. */
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

/** Which order of ours a session or a payment is about; null for somebody else's. */
export function parseOrderMetadata(metadata: unknown): z.infer<typeof orderMetadataSchema> | null {
  return orderMetadataSchema.safeParse(metadata).data ?? null;
}

/** The metadata of a refund that staff started: which request it belongs to. */
export function refundMetadata(orderId: string, requestId: string) {
  return { app: APP, order_id: orderId, refund_request: requestId };
}

const membershipMetadataSchema = z.object({
  app: z.literal(APP),
  kind: z.literal("membership"),
  user_id: z.uuid(),
  plan: z.string(),
  attempt: z.string(),
});
export type MembershipMetadata = z.infer<typeof membershipMetadataSchema>;

/** The metadata of a membership's payment session and of the subscription that comes of it. */
export function membershipMetadata(membership: {
  userId: string;
  plan: string;
  attempt: number;
}): MembershipMetadata {
  const { userId, plan, attempt } = membership;
  return { app: APP, kind: "membership", user_id: userId, plan, attempt: String(attempt) };
}

/** The metadata of a membership session of ours, or null for anything else. */
export function parseMembershipMetadata(metadata: unknown): MembershipMetadata | null {
  return membershipMetadataSchema.safeParse(metadata).data ?? null;
}

const customerMetadataSchema = z.object({ app: z.literal(APP), user_id: z.uuid() });

/** The metadata of a person's customer record. */
export function customerMetadata(userId: string): z.infer<typeof customerMetadataSchema> {
  return { app: APP, user_id: userId };
}

/** Whose customer record it is, or null when it is not one of ours. */
export function ownerOfCustomer(metadata: unknown): string | null {
  return customerMetadataSchema.safeParse(metadata).data?.user_id ?? null;
}

/** The id of an object that the payment service names or includes; null where it names none. */
export function idOf(reference: unknown): string | null {
  if (typeof reference === "string") return reference || null;
  const { id } = (reference ?? {}) as { id?: unknown };
  return typeof id === "string" && id ? id : null;
}
