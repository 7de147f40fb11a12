import "server-only";
import { authFailure } from "@/lib/auth/auth-failure";
import { landingPath } from "@/lib/auth/landing-path";
import { tryLinkOrders } from "@/lib/auth/link-orders";
import type { CONFIRM_TYPES } from "@/lib/auth/schema";
import type { SignedIn } from "@/lib/auth/sign-in";
import { AppError } from "@/lib/errors";
import { authClient } from "@/lib/supabase/server";

export const LINK_REFUSED =
  "This link has expired or was already used. If you have confirmed your address before, just log in.";

/** Redeems the link of a confirmation mail: the address is confirmed and the person signed in. */
export async function confirmEmail(input: {
  tokenHash: string;
  type: (typeof CONFIRM_TYPES)[number];
}): Promise<SignedIn> {
  const client = await authClient();
  const { data, error } = await client.auth.verifyOtp({ token_hash: input.tokenHash, type: input.type });
  if (error) {
    throw authFailure(
      error,
      () => new AppError(error.status === 429 ? 429 : 400, LINK_REFUSED, { cause: error }),
    );
  }
  if (!data.user || !data.session) throw new AppError(400, LINK_REFUSED);
  const plan: unknown = data.user.user_metadata.selected_plan;
  return {
    redirectTo: landingPath({ plan: typeof plan === "string" ? plan : null }),
    linkedCount: await tryLinkOrders(data.user.id),
  };
}
