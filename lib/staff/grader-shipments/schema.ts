import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";
import { reasonSchema, textSchema, versionSchema } from "@/lib/staff/schema";

export const shipmentMessages = {
  grader: "Enter the grading company.",
  number: "Enter the grader's submission number.",
  batchForNumber: "That's a batch ID. Enter the grader's submission number.",
  cards: "Enter the number of cards.",
  nothing: "Scan or select a batch.",
  tooMany: "You can add up to 200 batches at once.",
} as const;

export const MAX_PICKED = 200;

const named = (length: number, message: string) =>
  textSchema(length).check(z.refine((value) => value.trim() !== "", message));

const cards = z
  .number(shipmentMessages.cards)
  .check(
    z.int(shipmentMessages.cards),
    z.gte(0, shipmentMessages.cards),
    z.lte(9_999_999, shipmentMessages.cards),
  );

export const shipmentIdSchema = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number));

export const shipmentParamsSchema = z.object({ id: shipmentIdSchema });

/** The shipment that an endpoint's path names, and the error for a malformed ID. */
export const shipmentInPath = { params: shipmentParamsSchema, missing: "shipment_not_found" } as const;

export const openShipmentSchema = z.object({ grader: named(100, shipmentMessages.grader) });

export const addToShipmentSchema = z
  .object({
    code: z.optional(named(100, shipmentMessages.nothing)),
    order_ids: z.optional(
      z
        .array(uuidSchema)
        .check(z.minLength(1, shipmentMessages.nothing), z.maxLength(MAX_PICKED, shipmentMessages.tooMany)),
    ),
    /** Why a batch is added although its count differs. */
    reason: z.optional(reasonSchema(2000)),
  })
  .check(
    z.refine(
      ({ code, order_ids: ids }) => (code === undefined) !== (ids === undefined),
      shipmentMessages.nothing,
    ),
  );
export type AddToShipment = z.infer<typeof addToShipmentSchema>;

export const takeFromShipmentSchema = z.object({ order_id: uuidSchema });

const step = { version: versionSchema, accepts_difference: z.optional(z.boolean()) };

/**
 * Reads the body that moves a shipment to a step. `cards` is the number declared to the grader (closed) or counted on
 * return (back). `accepts_difference` confirms an unexpected count.
 */
export const stepShipmentSchema = z.discriminatedUnion("step", [
  z.object({
    ...step,
    step: z.literal("closed"),
    // A barcode scanner may type into the focused field.
    number: named(100, shipmentMessages.number).check(
      z.refine((typed) => !/^\s*(batch|order)-/i.test(typed), shipmentMessages.batchForNumber),
    ),
    cards,
  }),
  z.object({
    ...step,
    step: z.enum(["shipped", "grading", "graded"]),
    /** Sends the customers no email about the step. */
    is_quiet: z.optional(z.boolean()),
  }),
  z.object({ ...step, step: z.literal("back"), cards, is_quiet: z.optional(z.boolean()) }),
]);
export type StepShipment = z.infer<typeof stepShipmentSchema>;

export function readCards(typed: string): number | undefined {
  const text = typed.trim().replaceAll(",", "");
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}
