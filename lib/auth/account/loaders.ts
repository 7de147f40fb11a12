import "server-only";
import { headers } from "next/headers";
import { isHeldLink } from "@/lib/auth/account/prove-mailbox";
import { type SignInMethods, signInMethodsOf } from "@/lib/auth/account/sign-in-methods";
import { offersAuthenticator } from "@/lib/auth/authenticator";
import { isMailLinkOpen, listProviders } from "@/lib/auth/data";
import type { Person } from "@/lib/auth/session/loaders";
import { clientAddress } from "@/lib/base/client-address";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { detachedAuthClient } from "@/lib/supabase/server";

const PAGE_BUDGET_MS = 2_000;
const PASSWORD_ONLY: SignInMethods = {
  authenticator: null,
  identities: [],
  providers: [],
  hasPassword: true,
};

/**
 * Loads the person's ways to sign in, for their profile page. Answers null when the auth service does not tell within
 * two seconds; where it offers nothing but passwords it is not asked about the person.
 */
export async function loadSignInMethods(person: Person): Promise<SignInMethods | null> {
  const providers = await listProviders();
  if (providers.length === 0 && !offersAuthenticator()) return PASSWORD_ONLY;
  return withinBudget(readMethods(person, providers), PAGE_BUDGET_MS, () => null);
}

/**
 * Tells whether an emailed link can still be used, without using it up: mail scanners open links, too. Tokens can't be guessed
 * here any faster than by redeeming them. Returns true over that limit and when the database doesn't answer within two
 * seconds, because the link is checked again when the form is submitted.
 */
export async function isLinkUsable(tokenHash: string): Promise<boolean> {
  const address = clientAddress(await headers());
  const isOpen = takeRateLimits([{ ...rateLimits.signInAddress, subject: address }])
    .then(() => isMailLinkOpen(tokenHash))
    .catch((error: unknown) => {
      log.warn("login.link_unknown", { reason: String(error) });
      return true;
    });
  return (await isHeldLink(tokenHash)) || withinBudget(isOpen, PAGE_BUDGET_MS, () => true);
}

async function readMethods(
  { accessToken, userId }: Person,
  providers: string[],
): Promise<SignInMethods | null> {
  const client = await detachedAuthClient();
  const { data, error } = await client.auth.getUser(accessToken);
  if (!error) return signInMethodsOf(data.user, providers, offersAuthenticator());
  log.error("profile.sign_in_methods_failed", error, { userId });
  return null;
}
