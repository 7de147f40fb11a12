import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";

/** The fields in which a body names a person. They are compared with the session, never trusted. */
export const claimedIdentity = z.object({
  user_id: z.nullish(z.union([uuidSchema, z.literal("")])),
  user_email: z.nullish(z.string().check(z.maxLength(254))),
});

/** Parses any body, because not every schema has these fields. */
const anyClaim = z.object({ user_id: z.nullish(z.string()), user_email: z.nullish(z.string()) });

export function namesPerson(body: unknown): boolean {
  return Boolean(claimOf(body)?.user_id);
}

/** Returns whether a body names someone other than the caller, as an outdated page does. False without a session. */
export function namesAnother(body: unknown, caller: { userId: string | null; email: string | null }) {
  if (!caller.userId) return false;
  const claim = claimOf(body);
  if (!claim) return true;
  const email = normal(claim.user_email);
  return (
    Boolean(claim.user_id && claim.user_id !== caller.userId) ||
    (email !== "" && email !== normal(caller.email))
  );
}

/** Null for malformed fields. */
function claimOf(body: unknown): z.infer<typeof anyClaim> | null {
  return z.safeParse(anyClaim, body ?? {}).data ?? null;
}

function normal(email: string | null | undefined): string {
  return email?.trim().toLowerCase() ?? "";
}
