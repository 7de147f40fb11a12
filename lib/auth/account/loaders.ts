import "server-only";
import { headers } from "next/headers";
import { isHeldLink } from "@/lib/auth/account/prove-mailbox";
import { type SignInMethods, signInMethodsOf } from "@/lib/auth/account/sign-in-methods";
import { offersAuthenticator } from "@/lib/auth/authenticator";
import { isMailLinkOpen, listProviders } from "@/lib/auth/data";
import { loadCurrentUser, type Person } from "@/lib/auth/session/loaders";
import { clientAddress } from "@/lib/base/client-address";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";

const PAGE_BUDGET_MS = 2_000;
/** Loads the current email and sign-in methods. Null after two seconds, "ended" if the session ended elsewhere. */
export async function loadSignInMethods(person: Person): Promise<SignInMethods | "ended" | null> {
  return withinBudget(readMethods(person), PAGE_BUDGET_MS, () => null);
}

/**
 * Returns whether an emailed link is usable, without redeeming it (email scanners open links). Returns true over the
 * rate limit or after two seconds, because submitting the form checks again.
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
    const [providers, user] = await Promise.all([listProviders(), loadCurrentUser(accessToken)]);
    return signInMethodsOf(user, providers, offersAuthenticator());
  } catch (error) {
    if (error instanceof AppError && error.code === "sign_in_required") return "ended";
    log.error("profile.sign_in_methods_failed", error, { userId });
    return null;
  }
}
