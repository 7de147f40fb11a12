import { z } from "zod";
import { uuidSchema } from "@/lib/base/uuid";

/*
 * What we write on the payment service's objects, and what we read off them. A webhook tells of every object of the
 * account, so each of ours carries `app` and the id of our row; without them it isn't ours, and is left alone.
 */

/** An account of the payment service may serve other products too. */
const APP = "slabrelay";

/** Only the order's id is read back: a session that lacks another field has still taken money for an order of ours. */
const orderMetadataSchema = z.object({ app: z.literal(APP), order_id: uuidSchema });

/**
 * Creates the metadata of an order's payment session. All but `app` and `order_id` is for people who look at it in the
 * dashboard of the payment service, which drops empty values.
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

/** Reads which order of ours a session, payment or refund is about; answers null for anything else. */
export function parseOrderMetadata(metadata: unknown): z.infer<typeof orderMetadataSchema> | null {
  return orderMetadataSchema.safeParse(metadata).data ?? null;
}

const adjustmentMetadataSchema = z.object({ app: z.literal(APP), adjustment_id: uuidSchema });

/**
 * Creates the metadata of the payment session of a proposal. It names no order: what pays a proposal never pays the order
 * itself.
 */
export function adjustmentMetadata(adjustment: { id: string; batch_id: string | null; kind: string }) {
  return {
    app: APP,
    adjustment_id: adjustment.id,
    batch_id: adjustment.batch_id ?? "",
    kind: adjustment.kind,
  };
}

/** Reads which proposal of ours a session or payment is about; answers null for anything else. */
export function parseAdjustmentMetadata(metadata: unknown): z.infer<typeof adjustmentMetadataSchema> | null {
  return adjustmentMetadataSchema.safeParse(metadata).data ?? null;
}

/**
 * Creates the metadata of a refund that staff started. `refund_request` finds it again when the answer to its call got
 * lost.
 */
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
/** Holds the metadata of a membership's payment session, where every value is a text. */
export type MembershipMetadata = z.infer<typeof membershipMetadataSchema>;

/** Creates the metadata of a membership's payment session and of the subscription that comes of it. */
export function membershipMetadata(membership: {
  userId: string;
  plan: string;
  attempt: number;
}): MembershipMetadata {
  const { userId, plan, attempt } = membership;
  return { app: APP, kind: "membership", user_id: userId, plan, attempt: String(attempt) };
}

/** Reads the metadata of a membership session of ours; answers null for anything else. */
export function parseMembershipMetadata(metadata: unknown): MembershipMetadata | null {
  return membershipMetadataSchema.safeParse(metadata).data ?? null;
}

const customerMetadataSchema = z.object({ app: z.literal(APP), user_id: uuidSchema });

/** Creates the metadata of a person's customer record. */
export function customerMetadata(userId: string): z.infer<typeof customerMetadataSchema> {
  return { app: APP, user_id: userId };
}

/** Reads whose customer record it is (a user id); answers null when it is not one of ours. */
export function ownerOfCustomer(metadata: unknown): string | null {
  return customerMetadataSchema.safeParse(metadata).data?.user_id ?? null;
}

/** Returns the id of an object that the payment service names by its id or includes whole; null where there is none. */
export function idOf(reference: unknown): string | null {
  if (typeof reference === "string") return reference || null;
  const { id } = (reference ?? {}) as { id?: unknown };
  return typeof id === "string" && id ? id : null;
}
