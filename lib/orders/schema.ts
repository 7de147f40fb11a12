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

/** Creates the submit form's schema for `remaining` cards this month (null: no limit). The server checks again. */
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
/** What the submit form holds. */
export type Submission = z.infer<ReturnType<typeof submissionSchema>>;

/** Reads the query of /submit: a plan, a way to pay, a number of cards. Malformed parts count as absent. */
export const submitQuerySchema = z.object({
  mode: queryKey(z.string()),
  plan: queryKey(z.string()),
  cards: queryKey(submissionSchema(null).shape.numCards),
});

/** Reads the id of an order in an address. */
export const orderIdSchema = uuidSchema;

/** Reads what the address of an endpoint about an order names. */
export const orderParamsSchema = z.object({ id: orderIdSchema });

/** Stands in an address for the order of the tracking link that the body proves: the link's page names no id. */
export const TRACKED = "tracked";
/** Route params: an order id, or "tracked" when the body carries a tracking token. */
export const provenParamsSchema = z.object({ id: z.union([z.literal(TRACKED), orderIdSchema]) });

const sessionId = z.string().check(z.regex(SESSION_ID, sharedMessages.invalidPayment));

/** Reads the body of POST /api/create-checkout-session. Identity and money in it are compared, never trusted. */
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
/** What a browser asks a payment page for. */
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;

/** Reads the body of POST /api/orders/{id}/title; an empty title clears it. */
export const renameOrderSchema = z.object({ title });

/** Reads the body of POST /api/process-submission-payment, the process call for a batch of an account. */
export const processSubmissionSchema = z.object({
  session_id: sessionId,
  batch_id: z.string().check(z.regex(BATCH_ID, sharedMessages.invalidPayment)),
  ...claimedIdentity.shape,
});

/** Reads the body of POST /api/process-payg-payment, the process call for a pay-as-you-go batch. */
export const processPaygSchema = z.object({
  session_id: sessionId,
  order_id: z.nullish(orderIdSchema),
  ...claimedIdentity.shape,
});

/** Reads the query of /submission-confirmation; what is malformed counts as absent. */
export const confirmationQuerySchema = z.object({
  session_id: z.catch(z.optional(sessionId), undefined),
  batch_id: z.catch(z.optional(z.string().check(z.regex(BATCH_ID))), undefined),
  mode: z.catch(z.optional(z.literal("payg")), undefined),
  order_id: z.catch(z.optional(orderIdSchema), undefined),
});

/** Reads the body of POST /api/orders/[id]/tracking-link; `generation` 0: no link is shown. */
export const trackingLinkChangeSchema = z.object({
  action: z.enum(["revoke", "renew"]),
  generation: z.int().check(z.gte(0), z.lte(2_000_000_000)),
});

/** Reads the query of /dashboard: tab, place and open batch. Malformed parts count as absent. */
export const dashboardQuerySchema = z.object({
  tab: z.catch(z.enum(["overview", "all"]), "overview"),
  after: z.catch(z.optional(z.iso.datetime({ offset: true })), undefined),
  before: z.catch(z.optional(z.iso.datetime({ offset: true })), undefined),
  id: z.catch(z.optional(orderIdSchema), undefined),
  claim: z.catch(z.optional(z.string()), undefined),
  batch: z.catch(z.optional(z.string().check(z.regex(/^(?:BATCH|ORDER)-[A-Z0-9-]{6,30}$/))), undefined),
});

/** Reads what a proposal is about. */
export const adjustmentKindSchema = z.enum(ADJUSTMENT_KINDS);
/** Reads where a proposal stands. */
export const adjustmentStatusSchema = z.enum(ADJUSTMENT_STATUSES);
/** Reads what the customer can choose. */
export const adjustmentOptionSchema = z.enum(ADJUSTMENT_OPTIONS);

/** Reads a proposal as its customer may see it; times are ISO texts, `amount_cents` is below zero where it goes to them. */
export const adjustmentSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  kind: adjustmentKindSchema,
  qty: z.number(),
  unit_cents: z.number(),
  amount_cents: z.number(),
  status: adjustmentStatusSchema,
  chosen_option: z.nullable(adjustmentOptionSchema),
  /** Of an upcharge: what the grader found. */
  reason: z.nullable(z.string()),
  deadline_at: z.string(),
  /** Its money is on its way. */
  is_pending: z.boolean(),
  paid_cents: z.nullable(z.number()),
  refunded_cents: z.number(),
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
});
/** A proposal about an order. */
export type Adjustment = z.infer<typeof adjustmentSchema>;

/** Reads a proposal with what its payment page and its mails are made of; for the server alone. */
export const payableAdjustmentSchema = z.extend(adjustmentSchema, {
  batch_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  checkout_attempt: z.number(),
  reservation_expires_at: z.nullable(z.string()),
  stripe_session_id: z.nullable(z.string()),
});
/** A proposal that can be paid. */
export type PayableAdjustment = z.infer<typeof payableAdjustmentSchema>;

/** Reads the end of an order's way as its customer has it; times are ISO texts. */
export const returnShipmentSchema = z.object({
  order_id: z.string(),
  /** The parcel is on its way, and the customer may say that it arrived. */
  can_arrive: z.boolean(),
  /** The customer may say what is wrong, or go on writing about it. */
  can_write: z.boolean(),
  /** Where the cards go, while their account can change it; null for everyone else. */
  address: z.nullable(
    z.object({
      current: z.nullable(returnAddressSchema),
      /** The cards are here: a change needs proof. */
      is_here: z.boolean(),
      /** When they can be packed again: an ISO text, or "infinity" until staff release them. Null: now. */
      held_until: z.nullable(z.string()),
    }),
  ),
  /** Since when a problem that they reported is open; null: there is none. */
  problem_since: z.nullable(z.string()),
});
/** What is to be said and done at the end of an order's way. */
export type ReturnShipmentFacts = z.infer<typeof returnShipmentSchema>;

/** Reads a photograph as a customer gets it; `taken_at` is an ISO text. */
export const photoSchema = z.object({ id: z.string(), kind: z.enum(PHOTO_KINDS), taken_at: z.string() });
/** A photograph that its order's owner sees. */
export type Photo = z.infer<typeof photoSchema>;

const cancelModeSchema = z.enum(["by_itself", "refunding", "by_staff"]);
const refundStateSchema = z.enum(["started", "made", "failed"]);
const cents = z.nullable(z.number());
const cancelRefundSchema = z.object({ state: refundStateSchema, cents, at: z.string() });
/** Reads what a page gets about canceling an order: private.cancel_facts in the database. */
export const cancelFacts = { cancel_mode: cancelModeSchema, cancel_refund: z.nullable(cancelRefundSchema) };
/** How a paid order that is not here is canceled. */
export type CancelMode = z.infer<typeof cancelModeSchema>;
/** What became of the money of a canceled order; `cents` is null for who may see no money. */
export type CancelRefund = z.infer<typeof cancelRefundSchema>;

/** Reads a place in a list of orders. Its time has microseconds, so no row is skipped or shown twice. */
export const orderCursorSchema = z.object({ submitted_at: z.string(), id: z.string() });
/** Where a page of a list begins. */
export type OrderCursor = z.infer<typeof orderCursorSchema>;

/** Reads an order that waits for its payment page (without a session), or for the money of one. */
export const openCheckoutSchema = z.object({
  order_id: z.string(),
  batch_id: z.nullable(z.string()),
  stripe_session_id: z.nullable(z.string()),
});
/** An order whose payment is not settled. */
export type OpenCheckout = z.infer<typeof openCheckoutSchema>;

/** Reads an order's tracking link: the hash of its token (it is stored nowhere), and which in a row, from 1, it is. */
export const trackingLinkSchema = z.object({
  order_id: z.string(),
  generation: z.number(),
  token_hash: z.string(),
  is_active: z.boolean(),
});
/** The stored half of a link; tracking-link.ts makes the address from it. */
export type TrackingLink = z.infer<typeof trackingLinkSchema>;
