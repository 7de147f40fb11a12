import "server-only";
import { headers } from "next/headers";
import { isHeldLink } from "@/lib/auth/account/prove-mailbox";
import { type SignInMethods, signInMethodsOf } from "@/lib/auth/account/sign-in-methods";
import { offersAuthenticator } from "@/lib/auth/authenticator";
import { isMailLinkOpen, listProviders } from "@/lib/auth/data";
import { loadStandingUser, type Person } from "@/lib/auth/session/loaders";
import { clientAddress } from "@/lib/base/client-address";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";

const PAGE_BUDGET_MS = 2_000;
/**
 * Loads the person's email address and ways to sign in as the auth service knows them now, for their profile page. Returns null when it
 * doesn't answer within two seconds, and "ended" when the session was ended elsewhere.
 */
export async function loadSignInMethods(person: Person): Promise<SignInMethods | "ended" | null> {
  return withinBudget(readMethods(person), PAGE_BUDGET_MS, () => null);
}

/**
 * Returns whether an emailed link can still be used, without using it up: mail scanners open links, too. Tokens can't be guessed
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

async function readMethods({ accessToken, userId }: Person): Promise<SignInMethods | "ended" | null> {
  try {
    const [providers, user] = await Promise.all([listProviders(), loadStandingUser(accessToken)]);
    return signInMethodsOf(user, providers, offersAuthenticator());
  } catch (error) {
    if (error instanceof AppError && error.code === "sign_in_required") return "ended";
    log.error("profile.sign_in_methods_failed", error, { userId });
    return null;
  }
}
