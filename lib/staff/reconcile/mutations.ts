import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";

/** Reads the payment session whose amount was accepted; null when none was. */
export const resolvedSchema = z.object({
  outcome: z.literal("resolved"),
  accepted_session: z.nullable(z.string()),
});

/**
 * Closes a payment exception with what was done about it, which goes onto the order's timeline. With `acceptsAmount` an amount that
 * differs is taken for what the order asks. Throws 404 or 409 when it can't be closed so, and changes nothing.
 */
export async function resolveException(
  actor: string,
  exceptionId: number,
  { resolution, acceptsAmount }: { resolution: string; acceptsAmount: boolean },
): Promise<z.infer<typeof resolvedSchema>> {
  const args = {
    p_actor: actor,
    p_exception_id: exceptionId,
    p_resolution: resolution,
    p_accepts_amount: acceptsAmount,
  };
  return writeAsStaff("staff_resolve_exception", args, resolvedSchema);
}

/** Reads what staff_retry_mail and staff_retry_event return. */
export const retriedSchema = z.object({ outcome: z.literal("queued") });

/** Puts an email that was given up, or with null every one, back into the queue; the next delivery sends it. */
export async function retryMail(
  actor: string,
  mailId: number | null,
): Promise<z.infer<typeof retriedSchema>> {
  return writeAsStaff("staff_retry_mail", { p_actor: actor, p_mail_id: mailId }, retriedSchema);
}

/** Has a delivery of the payment service processed again that was given up; the reconcile job does it within a minute. */
export async function retryEvent(actor: string, eventId: string): Promise<z.infer<typeof retriedSchema>> {
  return writeAsStaff("staff_retry_event", { p_actor: actor, p_event_id: eventId }, retriedSchema);
}
