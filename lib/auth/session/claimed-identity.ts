import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";

/**
 * Holds the fields in which a body names a person, for the schemas of endpoints that take them. They are compared
 * with the session, never believed.
 */
export const claimedIdentity = z.object({
  user_id: z.nullish(z.union([uuidSchema, z.literal("")])),
  user_email: z.nullish(z.string().check(z.maxLength(254))),
});

/** An endpoint may have no schema for them, so they are read of any body. */
const anyClaim = z.object({ user_id: z.nullish(z.string()), user_email: z.nullish(z.string()) });

/** Returns whether a body names a person by id. */
export function namesPerson(body: unknown): boolean {
  return Boolean(claimOf(body)?.user_id);
}

/**
 * Returns whether a body names another person than its session does, as a page does that was open before someone else
 * signed in. What is absent or empty names no one; without a session the answer is no. Addresses are compared without
 * case.
 */
export function namesAnother(
  body: unknown,
  caller: { userId: string | null; email: string | null },
): boolean {
  if (!caller.userId) return false;
  const claim = claimOf(body);
  if (!claim) return true;
  const email = normal(claim.user_email);
  return (
    Boolean(claim.user_id && claim.user_id !== caller.userId) ||
    (email !== "" && email !== normal(caller.email))
  );
}

/** Null for a body in which fields of these names hold no text. */
function claimOf(body: unknown): z.infer<typeof anyClaim> | null {
  return z.safeParse(anyClaim, body ?? {}).data ?? null;
}

function normal(email: string | null | undefined): string {
  return email?.trim().toLowerCase() ?? "";
}
