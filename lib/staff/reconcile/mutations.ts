import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";

/** Reads what staff_resolve_exception answers. */
export const resolvedSchema = z.object({
  outcome: z.enum(["resolved", "paid_before", "all_refunded", "no_amount", "already_resolved", "not_found"]),
  /** The payment session whose amount was accepted. */
  accepted_session: z.nullish(z.string()),
});

/**
 * Closes a payment exception with what was done about it, which goes onto the order's timeline. Closed before, it
 * stays as it was closed. With `acceptsAmount` an amount that differs is taken for what the order asks; `paid_before`: another
 * payment was booked meanwhile; `all_refunded`: its money went back; `no_amount`: it is not the amount that does not fit. In these cases
 * nothing has changed.
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

/** Reads what staff_retry_mail answers. not_failed: it was sent, or waits already. */
export const retriedSchema = z.object({
  outcome: z.enum(["queued", "not_failed", "not_found"]),
  count: z.number(),
});

/** Puts a mail that was given up, or with null every one, back into the queue; the next delivery sends it. */
export async function retryMail(
  actor: string,
  mailId: number | null,
): Promise<z.infer<typeof retriedSchema>["outcome"]> {
  return (await writeAsStaff("staff_retry_mail", { p_actor: actor, p_mail_id: mailId }, retriedSchema))
    .outcome;
}

/** Reads what staff_retry_event answers. not_failed: it was worked, waits already, or does not exist. */
export const retriedEventSchema = z.object({ outcome: z.enum(["queued", "not_failed"]) });

/** Has a delivery of the payment service worked again that was given up; the reconcile job does it within a minute. */
export async function retryEvent(
  actor: string,
  eventId: string,
): Promise<z.infer<typeof retriedEventSchema>["outcome"]> {
  const args = { p_actor: actor, p_event_id: eventId };
  return (await writeAsStaff("staff_retry_event", args, retriedEventSchema)).outcome;
}
