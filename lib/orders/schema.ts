import * as z from "zod/mini";
import { claimedIdentity } from "@/lib/auth/session/claimed-identity";
import { MAX_CARDS_PER_ORDER } from "@/lib/base/plans";
import { queryKey } from "@/lib/base/query";
import { sharedMessages } from "@/lib/base/shared-messages";
import { uuidSchema } from "@/lib/base/uuid";
import { ADJUSTMENT_KINDS, ADJUSTMENT_OPTIONS, ADJUSTMENT_STATUSES } from "@/lib/orders/adjustment";
import { BATCH_ID } from "@/lib/orders/batch-id";
import { MAX_NOTES, MAX_TITLE, submitMessages, tooLongText } from "@/lib/orders/form-messages";
import { returnAddressSchema } from "@/lib/orders/order";
import { PHOTO_KINDS } from "@/lib/orders/photo";
import { SESSION_ID } from "@/lib/stripe/session-id";

const notes = z.optional(z.string().check(z.maxLength(MAX_NOTES, tooLongText(MAX_NOTES))));
const title = z.string().check(z.trim(), z.maxLength(MAX_TITLE, tooLongText(MAX_TITLE)));

/** The submit form with `remaining` cards this month (null: no limit). The server checks again. */
export const submissionSchema = (remaining: number | null) =>
  z.object({
    numCards: z.string().check(
      z.regex(/^\d+$/, { error: submitMessages.atLeastOne, abort: true }),
      z.refine((text) => Number(text) >= 1, submitMessages.atLeastOne),
      z.refine((text) => remaining === null || Number(text) <= remaining, {
        error: submitMessages.overAllowance(remaining ?? 0),
        abort: true,
      }),
      z.refine((text) => Number(text) <= MAX_CARDS_PER_ORDER, submitMessages.tooLarge),
    ),
    notes,
    title: z.optional(title),
  });
export type Submission = z.infer<ReturnType<typeof submissionSchema>>;

/** Ignores malformed parts, like the other query schemas in this file. */
export const submitQuerySchema = z.object({
  mode: queryKey(z.string()),
  plan: queryKey(z.string()),
  cards: queryKey(submissionSchema(null).shape.numCards),
});

export const orderIdSchema = uuidSchema;

export const orderParamsSchema = z.object({ id: orderIdSchema });

/** The order that an endpoint's path names, and the error for a malformed ID. */
export const orderInPath = { params: orderParamsSchema, missing: "order_not_found" } as const;

/** In a path, stands for the order of the tracking link whose token is in the body. */
export const TRACKED = "tracked";
export const provenParamsSchema = z.object({ id: z.union([z.literal(TRACKED), orderIdSchema]) });

const sessionId = z.string().check(z.regex(SESSION_ID, sharedMessages.invalidPayment));

/** Body of POST /api/create-checkout-session. Identity and amounts are checked against ours, never trusted. */
export const checkoutRequestSchema = z.object({
  ...claimedIdentity.shape,
  plan_type: z.optional(z.enum(["payg", "free", "starter", "pro", "elite"])),
  num_cards: z
    .number(submitMessages.invalidCount)
    .check(
      z.int(submitMessages.invalidCount),
      z.gte(1, submitMessages.atLeastOne),
      z.lte(MAX_CARDS_PER_ORDER, submitMessages.tooLarge),
    ),
  total_amount: z.number().check(z.gte(0), z.lte(999_999)),
  batch_id: z.string().check(z.regex(BATCH_ID, "This batch ID is invalid. Please reload the page.")),
  notes: z.nullish(z.string().check(z.maxLength(MAX_NOTES, tooLongText(MAX_NOTES)))),
  title: z.nullish(title),
});
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;

/** Body of POST /api/orders/[id]/title. An empty title clears it. */
export const renameOrderSchema = z.object({ title });

export const processSubmissionSchema = z.object({
  session_id: sessionId,
  batch_id: z.string().check(z.regex(BATCH_ID, sharedMessages.invalidPayment)),
  ...claimedIdentity.shape,
});

export const processPaygSchema = z.object({
  session_id: sessionId,
  order_id: z.nullish(orderIdSchema),
  ...claimedIdentity.shape,
});

export const confirmationQuerySchema = z.object({
  session_id: z.catch(z.optional(sessionId), undefined),
  batch_id: z.catch(z.optional(z.string().check(z.regex(BATCH_ID))), undefined),
  mode: z.catch(z.optional(z.literal("payg")), undefined),
  order_id: z.catch(z.optional(orderIdSchema), undefined),
});

/** Body of POST /api/orders/[id]/tracking-link. `generation` 0: the owner saw no link. */
export const trackingLinkChangeSchema = z.object({
  action: z.enum(["revoke", "renew"]),
  generation: z.int().check(z.gte(0), z.lte(2_000_000_000)),
});

export const dashboardQuerySchema = z.object({
  tab: z.catch(z.enum(["overview", "all"]), "overview"),
  after: z.catch(z.optional(z.iso.datetime({ offset: true })), undefined),
  before: z.catch(z.optional(z.iso.datetime({ offset: true })), undefined),
  id: z.catch(z.optional(orderIdSchema), undefined),
  claim: z.catch(z.optional(z.string()), undefined),
  batch: z.catch(z.optional(z.string().check(z.regex(/^(?:BATCH|ORDER)-[A-Z0-9-]{6,30}$/))), undefined),
});

export const adjustmentKindSchema = z.enum(ADJUSTMENT_KINDS);
export const adjustmentStatusSchema = z.enum(ADJUSTMENT_STATUSES);
export const adjustmentOptionSchema = z.enum(ADJUSTMENT_OPTIONS);

/** A proposal as its customer sees it. A negative `amount_cents` is a refund. */
export const adjustmentSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  kind: adjustmentKindSchema,
  qty: z.number(),
  unit_cents: z.number(),
  amount_cents: z.number(),
  status: adjustmentStatusSchema,
  chosen_option: z.nullable(adjustmentOptionSchema),
  /** The grader's reason for an upcharge. */
  reason: z.nullable(z.string()),
  deadline_at: z.string(),
  /** Its payment is pending. */
  is_pending: z.boolean(),
  paid_cents: z.nullable(z.number()),
  refunded_cents: z.number(),
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

/** Server only. Adds what checkout and emails need. */
export const payableAdjustmentSchema = z.extend(adjustmentSchema, {
  batch_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  checkout_attempt: z.number(),
  reservation_expires_at: z.nullable(z.string()),
  stripe_session_id: z.nullable(z.string()),
});
export type PayableAdjustment = z.infer<typeof payableAdjustmentSchema>;

export const returnShipmentSchema = z.object({
  order_id: z.string(),
  /** The customer can confirm delivery. */
  can_arrive: z.boolean(),
  /** The customer can report a problem or add a message. */
  can_write: z.boolean(),
  /** Null unless the viewer's account can change it. */
  address: z.nullable(
    z.object({
      current: z.nullable(returnAddressSchema),
      /** The cards are here, so a change requires proof. */
      is_here: z.boolean(),
      /** ISO timestamp, or "infinity" until staff release the cards. */
      held_until: z.nullable(z.string()),
    }),
  ),
  problem_since: z.nullable(z.string()),
});
export type ReturnShipmentFacts = z.infer<typeof returnShipmentSchema>;

export const photoSchema = z.object({ id: z.string(), kind: z.enum(PHOTO_KINDS), taken_at: z.string() });
export type Photo = z.infer<typeof photoSchema>;

const cancelModeSchema = z.enum(["by_itself", "refunding", "by_staff"]);
const refundStateSchema = z.enum(["started", "made", "failed"]);
const cents = z.nullable(z.number());
const cancelRefundSchema = z.object({ state: refundStateSchema, cents, at: z.string() });
/** From private.cancel_facts. */
export const cancelFacts = { cancel_mode: cancelModeSchema, cancel_refund: z.nullable(cancelRefundSchema) };
export type CancelMode = z.infer<typeof cancelModeSchema>;
/** `cents` is null for viewers who may not see amounts. */
export type CancelRefund = z.infer<typeof cancelRefundSchema>;

/** Keyset cursor. Its time includes microseconds, so that no row is skipped or shown twice. */
export const orderCursorSchema = z.object({ submitted_at: z.string(), id: z.string() });
export type OrderCursor = z.infer<typeof orderCursorSchema>;

/** An order with an unsettled payment. The session is null until it's created. */
export const openCheckoutSchema = z.object({
  order_id: z.string(),
  batch_id: z.nullable(z.string()),
  stripe_session_id: z.nullable(z.string()),
});
export type OpenCheckout = z.infer<typeof openCheckoutSchema>;

/** Only the token's hash is stored. `generation` counts an order's links, starting at 1. */
export const trackingLinkSchema = z.object({
  order_id: z.string(),
  generation: z.number(),
  token_hash: z.string(),
  is_active: z.boolean(),
});
export type TrackingLink = z.infer<typeof trackingLinkSchema>;
