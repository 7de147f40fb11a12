import "server-only";
import * as z from "zod/mini";
import { writeAsStaff } from "@/lib/staff/mutations";

/** Closes a payment exception with what was done about it. */
export async function resolveException(
  actor: string,
  exceptionId: number,
  resolution: string,
): Promise<"resolved" | "already_resolved" | "not_found"> {
  const args = { p_actor: actor, p_exception_id: exceptionId, p_resolution: resolution };
  const schema = z.object({ outcome: z.enum(["resolved", "already_resolved", "not_found"]) });
  return (await writeAsStaff("staff_resolve_exception", args, schema)).outcome;
}

/** Puts a mail that was given up back into the queue. */
export async function retryMail(actor: string, mailId: number): Promise<"queued" | "not_failed"> {
  const schema = z.object({ outcome: z.enum(["queued", "not_failed"]) });
  return (await writeAsStaff("staff_retry_mail", { p_actor: actor, p_mail_id: mailId }, schema)).outcome;
}
