import * as z from "zod/mini";

/** The person whom a body names, for endpoints that carry one: compared with the session's, never believed. */
export const claimedIdentity = z.object({
  user_id: z.nullish(z.union([z.uuid(), z.literal("")])),
  user_email: z.nullish(z.string().check(z.maxLength(254))),
});

/** The same fields of any body, whatever its endpoint makes of them. */
const anyClaim = z.object({ user_id: z.nullish(z.string()), user_email: z.nullish(z.string()) });

/** Whether a body says whose account it is about. */
export function namesPerson(body: unknown): boolean {
  return Boolean(claimOf(body)?.user_id);
}

/**
 * Whether a body names another person than its session: a page that was open before the account changed. What is
 * absent or empty names nobody, and without a session there is nobody to compare with.
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

/** Null for a body whose fields of these names hold something else than text. */
function claimOf(body: unknown): z.infer<typeof anyClaim> | null {
  return z.safeParse(anyClaim, body ?? {}).data ?? null;
}

function normal(email: string | null | undefined): string {
  return email?.trim().toLowerCase() ?? "";
}
