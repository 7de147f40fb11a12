import "server-only";
import type { Provider } from "@supabase/supabase-js";
import { loadProviders } from "@/lib/auth/auth-settings";
import type { Wish } from "@/lib/auth/session/landing-path";
import { finishSignIn } from "@/lib/auth/sign-in/finish-sign-in";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { authClient } from "@/lib/supabase/server";

/** Why a sign-in that left our pages did not come back with a session; named in the address of /login or the profile. */
export type CallbackFailure = "link" | "refused" | "taken" | "busy" | "unavailable";

/** What an address that connects another site to an account carries, so that it comes back to the profile. */
export const LINK_BACK = { next: paths.profile, for: "link" } as const;

/** Sends the browser to what `work` answers; a fault has a page to be read on, too. */
export async function leadOn(address: string, work: () => Promise<string>): Promise<Response> {
  // A relative address keeps the browser on the origin it is on.
  const location = await takeRateLimits([{ ...rateLimits.signInAddress, subject: address }])
    .then(work)
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === "rate_limited") return failedToSignIn("busy");
      log.error("auth.oauth_failed", error);
      return failedToSignIn("unavailable");
    });
  return new Response(null, { status: 303, headers: { location } });
}

/** The address that starts a sign-in at another site; /login when the auth service does not offer that one. */
export async function startOAuth(provider: string, wish: Wish): Promise<string> {
  if (!(await loadProviders()).includes(provider)) return paths.login;
  const query = { next: wish.next ?? undefined, plan: wish.plan ?? undefined };
  const client = await authClient();
  const { data, error } = await client.auth.signInWithOAuth({
    provider: provider as Provider,
    options: {
      redirectTo: env().APP_URL + withQuery(paths.api.authCallback, query),
      skipBrowserRedirect: true,
    },
  });
  if (!error && data.url) return data.url;
  log.error("auth.oauth_start_failed", error ?? new Error("no address"), { provider });
  return failedToSignIn("unavailable");
}

/** What the auth service has put into the address on the way back. */
export type CallbackQuery = {
  code: string | null;
  flowId: string | null;
  /** Says that the other site, or the person there, refused. */
  error: string | null;
  /** Why the auth service itself did. */
  errorCode?: string | null;
  /** Whether the person was signed in already, and wanted to connect the other site. */
  isLinking?: boolean;
};

/**
 * Ends a sign-in that comes back with a code (PKCE): only the browser that started it holds the other half. Answers
 * the path to go on to; a code that is missing, used or foreign leads to /login, which says so.
 */
export async function finishOAuth(back: CallbackQuery, wish: Wish): Promise<string> {
  const { code, flowId, error, errorCode, isLinking } = back;
  const failed = isLinking ? failedToLink : failedToSignIn;
  if (error) {
    log.info("auth.oauth_refused", { reason: error.slice(0, 100), code: errorCode?.slice(0, 100) });
    return failed(errorCode === "identity_already_exists" ? "taken" : "refused");
  }
  if (!code) return failed("link");
  const client = await authClient();
  const { data, error: refusal } = await client.auth.exchangeCodeForSession(
    code,
    flowId ? { flowId } : undefined,
  );
  if (refusal) {
    const isAway = refusal.status === 0 || (refusal.status ?? 400) >= 500;
    log.info("auth.code_refused", { reason: refusal.code ?? refusal.message });
    return failed(isAway ? "unavailable" : "link");
  }
  const { redirectTo, linkedCount } = await finishSignIn(data.session, wish);
  if (linkedCount === 0) return redirectTo;
  return withQuery(paths.login, { linked: String(linkedCount), next: redirectTo });
}

function failedToSignIn(failure: CallbackFailure): string {
  return withQuery(paths.login, { failed: failure });
}

function failedToLink(failure: CallbackFailure): string {
  return withQuery(paths.profile, { failed: failure });
}
