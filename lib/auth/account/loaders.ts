import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isHeldLink } from "@/lib/auth/account/prove-mailbox";
import { type SignInMethods, signInMethodsOf } from "@/lib/auth/account/sign-in-methods";
import { offersAuthenticator } from "@/lib/auth/authenticator";
import { isMailLinkOpen, listProviders } from "@/lib/auth/data";
import { loginFor } from "@/lib/auth/session/access";
import { loadStandingUser, type Person } from "@/lib/auth/session/loaders";
import { clientAddress } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";
import { withinBudget } from "@/lib/base/time-limit";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";

const PAGE_BUDGET_MS = 2_000;
/**
 * Loads the person's email address and ways to sign in as the auth service knows them now, for their profile page. Returns null when it
 * doesn't answer within two seconds. Leads to the log-in when the session was ended elsewhere.
 */
export async function loadSignInMethods(person: Person): Promise<SignInMethods | null> {
  return withinBudget(readMethods(person), PAGE_BUDGET_MS, () => null);
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

async function readMethods({ accessToken, userId }: Person): Promise<SignInMethods | null> {
  try {
    const [providers, user] = await Promise.all([listProviders(), loadStandingUser(accessToken)]);
    return signInMethodsOf(user, providers, offersAuthenticator());
  } catch (error) {
    if (error instanceof AppError && error.code === "sign_in_required")
      redirect(loginFor(new URL(paths.profile, env().APP_URL), "ended"));
    log.error("profile.sign_in_methods_failed", error, { userId });
    return null;
  }
}
