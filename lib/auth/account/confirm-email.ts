import "server-only";
import * as z from "zod/mini";
import { linkRefusals, proveMailbox } from "@/lib/auth/account/prove-mailbox";
import { authFailure } from "@/lib/auth/auth-failure";
import type { confirmSchema } from "@/lib/auth/schema";
import { finishSignIn, withLinked } from "@/lib/auth/sign-in/sign-in";
import type { SignedIn } from "@/lib/auth/sign-in/signed-in";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { detachedAuthClient } from "@/lib/supabase/server";

/** What the sign-up form asked for; the account's owner could have changed it since. */
const wishSchema = z.object({
  selected_plan: z.catch(z.optional(z.string()), undefined),
  next: z.catch(z.optional(z.string()), undefined),
});

/** `message` is shown instead of a login if the link to the other address has to be opened, too. */
type Confirmed = SignedIn & { message?: string };

const OTHER_HALF = "Almost done. Now open the link we sent to your other address.";

/**
 * Redeems an emailed link: the address is confirmed, and the person signed in and led on. One that opens an account also
 * sets its password (see prove-mailbox.ts). That of a new one leads to the plan that it was made for, on the free plan to
 * earlier orders that were linked. Throws 400 for a link that has expired or was used and for a password that the service refuses, 403
 * while the code of an authenticator app is missing, 429 for too many tries.
 */
export async function confirmEmail(input: z.infer<typeof confirmSchema>): Promise<Confirmed> {
  if (input.type !== "email_change") {
    const { session, user } = await proveMailbox(input);
    const isNew = input.type !== "magiclink";
    const { selected_plan: plan = null, next = null } = isNew ? wishSchema.parse(user.user_metadata) : {};
    const signedIn = await finishSignIn(session, { plan, next }, "mail_link");
    // Whoever has paid as a guest made the account to follow that batch, not to send another one.
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
  // The profile then says what the email is now.
  const next = withQuery(paths.profile, { changed: "email" });
  return finishSignIn(data.session, { next }, "mail_link");
}
