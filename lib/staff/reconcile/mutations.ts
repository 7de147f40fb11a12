import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";

export const resolvedSchema = z.object({ outcome: z.enum(["resolved", "already_resolved", "not_found"]) });

/** Closes a payment exception with what was done about it. */
export async function resolveException(
  actor: string,
  exceptionId: number,
  resolution: string,
): Promise<z.infer<typeof resolvedSchema>["outcome"]> {
  const args = { p_actor: actor, p_exception_id: exceptionId, p_resolution: resolution };
  return (await writeAsStaff("staff_resolve_exception", args, resolvedSchema)).outcome;
}

export const retriedSchema = z.object({ outcome: z.enum(["queued", "not_failed"]) });

/** Puts a mail that was given up back into the queue. */
export async function retryMail(
  actor: string,
  mailId: number,
): Promise<z.infer<typeof retriedSchema>["outcome"]> {
  return (await writeAsStaff("staff_retry_mail", { p_actor: actor, p_mail_id: mailId }, retriedSchema))
    .outcome;
}
