import { AppError } from "@/lib/base/errors";

/** Who a request's body says it is from. */
export type ClaimedIdentity = {
  user_id?: string | null | undefined;
  user_email?: string | null | undefined;
};

/**
 * Refuses (403) a call whose body names another person than its session: a page that was open before the account
 * changed. What is absent or empty claims nothing, and without a session there is nobody to compare with.
 */
export function requireClaimedIdentity(
  caller: { userId: string | null; email: string | null },
  claimed: ClaimedIdentity,
): void {
  if (!caller.userId) return;
  const isOtherId = Boolean(claimed.user_id) && claimed.user_id !== caller.userId;
  const email = normal(claimed.user_email);
  if (isOtherId || (email !== "" && email !== normal(caller.email))) {
    throw new AppError("other_account");
  }
}

function normal(email: string | null | undefined): string {
  return email?.trim().toLowerCase() ?? "";
}
