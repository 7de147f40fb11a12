import "server-only";
import * as z from "zod/mini";
import { linkRefusals, proveMailbox } from "@/lib/auth/account/prove-mailbox";
import { authFailure } from "@/lib/auth/auth-failure";
import type { confirmSchema } from "@/lib/auth/schema";
import type { SignedIn } from "@/lib/auth/sign-in/after-sign-in";
import { finishSignIn, withLinked } from "@/lib/auth/sign-in/sign-in";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { detachedAuthClient } from "@/lib/supabase/server";

/** Comes from the sign-up form, but the account's owner can edit it. */
const wishSchema = z.object({
  selected_plan: z.catch(z.optional(z.string()), undefined),
  next: z.catch(z.optional(z.string()), undefined),
});

/** `message` replaces the login while the other address still has to confirm. */
type Confirmed = SignedIn & { message?: string };

const OTHER_HALF = "Almost done. Now open the link we sent to your other address.";

/**
 * Redeems an emailed link, sets the password if the link opens an account, and signs in. Throws 400 for an invalid
 * link or password, 403 if a code is required, and 429.
 */
export async function confirmEmail(input: z.infer<typeof confirmSchema>): Promise<Confirmed> {
  if (input.type !== "email_change") {
    const { session, user } = await proveMailbox(input);
    const isNew = input.type !== "magiclink";
    const { selected_plan: plan = null, next = null } = isNew ? wishSchema.parse(user.user_metadata) : {};
    const signedIn = await finishSignIn(session, { plan, next }, "mail_link");
    // A paying guest signed up to follow the batch, not to submit another one.
    const isFollowing = signedIn.linkedCount > 0 && plan === "free" && !next;
    return isFollowing
      ? { ...signedIn, redirectTo: withLinked(paths.dashboard, signedIn.linkedCount) }
      : signedIn;
  }
  const client = await detachedAuthClient();
  const { data, error } = await client.auth.verifyOtp({ token_hash: input.tokenHash, type: input.type });
  if (error) throw authFailure(error, "link", linkRefusals(input.type), { type: input.type });
  if (!data.session)
    return { isSignedIn: false, redirectTo: paths.profile, linkedCount: 0, message: OTHER_HALF };
  log.info("auth.address_changed", { userId: data.session.user.id });
  const next = withQuery(paths.profile, { changed: "email" });
  return finishSignIn(data.session, { next }, "mail_link");
}
