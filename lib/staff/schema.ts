import * as z from "zod/mini";
import { messages } from "@/lib/base/words";
import { CARRIERS, PACKAGE_CONDITIONS } from "@/lib/staff/staff-order";
import { FULFILLMENT_STEPS, SUBMISSION_STEPS } from "@/lib/staff/status-mapping";

export const staffMessages = {
  nothingToSave: "Nothing was changed.",
  fileType: "Please choose a PDF, JPG or PNG file.",
  count: "Please enter how many cards you counted.",
  tooLong: (length: number) => `This can hold up to ${length.toLocaleString("en-US")} characters.`,
  noOrders: "Please select at least one order.",
  tooManyOrders: "Up to 200 orders can be changed at once.",
  email: "Please enter a valid email address",
} as const;

/** What the address of an endpoint about an order names. Imported orders may have ids of any version. */
export const staffOrderParamsSchema = z.object({ id: z.guid() });

/** Most orders that one call changes. */
export const MAX_BULK = 200;

const text = (length: number) => z.string().check(z.maxLength(length, staffMessages.tooLong(length)));
const version = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647));
const somethingIn = (value: object) => Object.values(value).some((field) => field !== undefined);

const invoiceFilename = text(255).check(
  z.refine((name) => name === "" || /^[^/\\\p{Cc}]+\.(pdf|jpe?g|png)$/iu.test(name), staffMessages.fileType),
);

/** What staff may change on an order; an empty text clears. */
const orderChanges = {
  payment_status: z.optional(z.enum(["unpaid", "paid"])),
  fulfillment_status: z.optional(z.enum(FULFILLMENT_STEPS)),
  submission_status: z.optional(z.enum(SUBMISSION_STEPS)),
  tracking_number: z.optional(text(100)),
  grading_submission_number: z.optional(text(100)),
  internal_notes: z.optional(text(5000)),
  invoice_filename: z.optional(invoiceFilename),
  /** Takes the mark of a payment that came unexpectedly off. */
  is_reviewed: z.optional(z.literal(true)),
};

/** Body of a save of one order: the version that the form was opened with, and what changed. */
export const orderUpdateSchema = z.object({
  version,
  changes: z.strictObject(orderChanges).check(z.refine(somethingIn, staffMessages.nothingToSave)),
  /** Why it is set against what the payment service holds. */
  reason: z.optional(text(2000)),
});
export type OrderUpdate = z.infer<typeof orderUpdateSchema>;
export type OrderChanges = OrderUpdate["changes"];

/** Body of a save of several orders. */
export const bulkUpdateSchema = z.object({
  orders: z
    .array(z.object({ id: z.uuid(), version }))
    .check(z.minLength(1, staffMessages.noOrders), z.maxLength(MAX_BULK, staffMessages.tooManyOrders)),
  changes: z
    .strictObject({
      fulfillment_status: orderChanges.fulfillment_status,
      submission_status: orderChanges.submission_status,
      tracking_number: orderChanges.tracking_number,
      grading_submission_number: orderChanges.grading_submission_number,
    })
    .check(z.refine(somethingIn, staffMessages.nothingToSave)),
});
export type BulkUpdate = z.infer<typeof bulkUpdateSchema>;

/** Body of a check-in at the receiving desk. */
export const checkInSchema = z.object({
  version,
  count: z
    .number(staffMessages.count)
    .check(z.int(staffMessages.count), z.gte(0, staffMessages.count), z.lte(9999)),
  condition: z.enum(PACKAGE_CONDITIONS),
  shelf: z.optional(text(100)),
  /** Count a batch again that was received before. */
  is_recount: z.optional(z.boolean()),
});
export type CheckIn = z.infer<typeof checkInSchema>;

/** Body for a package without a known batch. */
export const packageSchema = z.object({
  carrier: z.optional(z.enum(CARRIERS)),
  tracking_number: z.optional(text(100)),
  sender: z.optional(text(200)),
  notes: z.optional(text(2000)),
  shelf: z.optional(text(100)),
});
export type UnmatchedPackage = z.infer<typeof packageSchema>;

export const matchPackageSchema = z.object({ package_id: z.uuid(), order_id: z.uuid() });

export const resolveExceptionSchema = z.object({
  exception_id: z.number().check(z.int(), z.gte(1)),
  resolution: text(2000).check(z.minLength(1, "Please say what was done.")),
});

export const retryMailSchema = z.object({ mail_id: z.number().check(z.int(), z.gte(1)) });

export const addMemberSchema = z.object({
  email: text(254).check(z.email(staffMessages.email)),
});

export const removeMemberSchema = z.object({ user_id: z.uuid() });

/** Why an account was not made staff, or not removed. */
export const memberMessages = {
  already_staff: "This account is staff already.",
  no_account: "There is no account with this address. The person signs up first.",
  not_confirmed: "This account has not confirmed its address yet.",
  ambiguous: "Several accounts have this address. Please ask whoever runs the database.",
  not_staff: "This account is not staff any more.",
  is_owner: "The owner cannot be removed.",
} as const;

export const userProfileMessages = {
  noUser: messages.noUserId,
  failed: "Failed to fetch user profile",
  notFound: messages.noProfile,
} as const;
