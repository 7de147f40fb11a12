import "server-only";
import type { Session, User } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { endOtherSessions } from "@/lib/auth/account/reauthenticate";
import { authFailure, type Refusals } from "@/lib/auth/auth-failure";
import { notePasswordChoice } from "@/lib/auth/mutations";
import { pendingSessionClient, proveSecondFactor } from "@/lib/auth/second-factor/prove-second-factor";
import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { linkRefusedText } from "@/lib/auth/sign-in/login-notice";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { hashOf } from "@/lib/base/signing";
import { type DetachedClient, detachedAuthClient, requireSession } from "@/lib/supabase/server";

/*
 * Anyone can register an address that isn't theirs, and the auth service keeps the first password even after
 * confirmation. So every link that opens an account asks for a password and grants nothing until it is set.
 */

/** Holds the session of a redeemed link whose password was rejected. The link works only once, so retries use this. */
type RecoverySession = { link: string; refresh_token: string; isSet: "yes" | "no" };
const recoveryCookie = sealedCookie<RecoverySession>("recovery", 15);

type MailboxProof = {
  tokenHash: string;
  type: "signup" | "invite" | "email" | "magiclink" | "recovery";
  password: string;
  code?: string | undefined;
};

type ProvenMailbox = { session: Session; user: User };

/**
 * Redeems a link, sets the password and ends all other sessions. Returns the new session, which the browser doesn't
 * have yet. Throws 400 for an invalid link or password, 403 if a code is required.
 */
export async function proveMailbox(proof: MailboxProof): Promise<ProvenMailbox> {
  const link = hashOf(proof.tokenHash);
  const known = await recoveryCookie.open(await cookies());
  const earlier = known?.link === link ? known : null;
  const client = await (earlier ? pendingSessionClient() : detachedAuthClient());
  const user = await redeem(client, proof, earlier);
  const wasSet = earlier?.isSet === "yes";
  let isSet = wasSet;
  try {
    if (proof.code) await proveSecondFactor(client, user, proof.code);
    const { error } = await client.auth.updateUser({ password: proof.password, data: { next: null } });
    // The password is already set, by the sign-up or an earlier try.
    const isThere = error?.code === "same_password" && (proof.type !== "recovery" || wasSet);
    if (error && !isThere) throw authFailure(error, "new_password");
    isSet = true;
    await endOtherSessions(client, user.id);
    // This may be the first proof of the mailbox, so remove what a stranger may have connected.
    const removed = await notePasswordChoice(user.id);
    if (removed > 0) log.warn("auth.unproven_identities_removed", { userId: user.id, removed });
  } catch (error) {
    await keep(client, link, isSet);
    throw error;
  }
  // Again, because a stranger could log in until the identity was removed.
  await endOtherSessions(client, user.id);
  const session = await requireSession(client);
  recoveryCookie.drop(await cookies());
  return { session, user };
}

/** Returns whether this browser has redeemed the link and still needs an accepted password. */
export async function isHeldLink(tokenHash: string): Promise<boolean> {
  return (await recoveryCookie.open(await cookies()))?.link === hashOf(tokenHash);
}

async function redeem(
  client: DetachedClient,
  { tokenHash, type }: MailboxProof,
  earlier: RecoverySession | null,
) {
  const { data, error } = earlier
    ? await client.auth.refreshSession(earlier)
    : await client.auth.verifyOtp({ token_hash: tokenHash, type });
  if (error) throw authFailure(error, "link", linkRefusals(type), { type });
  if (!data.user || !data.session) throw new AppError("link_refused", { text: linkRefusedText(type) });
  return data.user;
}

async function keep(client: DetachedClient, link: string, isSet: boolean): Promise<void> {
  const { data } = await client.auth.getSession();
  if (!data.session) return;
  const { refresh_token } = data.session;
  await recoveryCookie.keep(await cookies(), { link, refresh_token, isSet: isSet ? "yes" : "no" });
}

/** Every refusal means that the link no longer works. */
export const linkRefusals = (type: string): Refusals => ({
  otherwise: { as: "link_refused", level: "warn", text: linkRefusedText(type) },
});
