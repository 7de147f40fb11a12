import "server-only";
import type { Session, User } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { endOtherSessions } from "@/lib/auth/account/reauthenticate";
import { authFailure, type Refusals } from "@/lib/auth/auth-failure";
import { notePasswordChoice } from "@/lib/auth/mutations";
import { clientOfHeld, proveSecondFactor } from "@/lib/auth/second-factor/prove-second-factor";
import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { linkRefusedText } from "@/lib/auth/sign-in/login-notice";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { hashOf } from "@/lib/base/signing";
import { type DetachedClient, detachedAuthClient, sessionOf } from "@/lib/supabase/server";

/*
 * Whoever holds the mailbox sets the password. Anyone can register an address that is not theirs, and the auth service
 * keeps the password of whoever did so first, also when the address is confirmed. So every link that opens an account asks
 * for a password as that of a forgotten one does, and nothing of the account is given away before it is set.
 */

/**
 * The session of a redeemed link whose new password was refused: a link works once, so the next try with the same link
 * goes on with this session. It serves for nothing else.
 */
type Held = { link: string; refresh_token: string; isSet: "yes" | "no" };
const held = sealedCookie<Held>("recovery", 15);

type MailboxProof = {
  tokenHash: string;
  /** Kind of the link, as the auth service names it. */
  type: "signup" | "invite" | "email" | "magiclink" | "recovery";
  password: string;
  code?: string | undefined;
};

type ProvenMailbox = { session: Session; user: User };

/**
 * Redeems an emailed link and sets the password of the account that it names. Every other session of the account
 * ends; the new one is answered, and this browser does not have it yet. Throws 400 for a link that no longer works or a
 * password that the service refuses, and 403 while the code of an authenticator app is missing.
 */
export async function proveMailbox(proof: MailboxProof): Promise<ProvenMailbox> {
  const link = hashOf(proof.tokenHash);
  const known = await held.open(await cookies());
  const earlier = known?.link === link ? known : null;
  const client = await (earlier ? clientOfHeld() : detachedAuthClient());
  const user = await redeem(client, proof, earlier);
  const wasSet = earlier?.isSet === "yes";
  let isSet = wasSet;
  try {
    if (proof.code) await proveSecondFactor(client, user, proof.code);
    const { error } = await client.auth.updateUser({ password: proof.password, data: { next: null } });
    // Who confirms mostly types the password of the sign-up once more; and a try before this one may have set it.
    const isThere = error?.code === "same_password" && (proof.type !== "recovery" || wasSet);
    if (error && !isThere) throw authFailure(error, "new_password");
    isSet = true;
    await endOtherSessions(client, user.id);
    // Any link can be the first that shows who holds the mailbox: what a stranger may have connected before is removed.
    const removed = await notePasswordChoice(user.id);
    if (removed > 0) log.warn("auth.unproven_identities_removed", { userId: user.id, removed });
  } catch (error) {
    await keep(client, link, isSet);
    throw error;
  }
  // Once more: until its identity was removed, a stranger could log in.
  await endOtherSessions(client, user.id);
  const session = await sessionOf(client);
  held.drop(await cookies());
  return { session, user };
}

/** Returns whether this browser has redeemed the link already and only lacks a password that is accepted. */
export async function isHeldLink(tokenHash: string): Promise<boolean> {
  return (await held.open(await cookies()))?.link === hashOf(tokenHash);
}

/** Puts a session into the client: that of this link's earlier try, or the one that the link redeems. */
async function redeem(client: DetachedClient, { tokenHash, type }: MailboxProof, earlier: Held | null) {
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
  await held.keep(await cookies(), { link, refresh_token, isSet: isSet ? "yes" : "no" });
}

/** What the auth service's refusals of an emailed link mean: it no longer works, whatever the reason. */
export const linkRefusals = (type: string): Refusals => ({
  otherwise: { as: "link_refused", level: "warn", text: linkRefusedText(type) },
});
