import "server-only";
import { type CallbackFailure, failedToSignIn } from "@/lib/auth/oauth/start-oauth";
import type { Wish } from "@/lib/auth/session/landing-path";
import { finishSignIn } from "@/lib/auth/sign-in/sign-in";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { codeClient } from "@/lib/supabase/server";

/** Holds what the auth service has put into the address on the way back, and whether the way began on the profile. */
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
 * Ends a sign-in at another site, or the connecting of one, that comes back with a code (PKCE: only the browser that
 * started it holds the other half). Answers the path to go on to. A refusal, or a code that is missing, used or
 * foreign, leads to /login, or to the profile where another site was to be connected; the page says what happened. What was connected stands in the log, with all that are.
 */
export async function finishOAuth(back: CallbackQuery, wish: Wish): Promise<string> {
  const { code, flowId, error, errorCode, isLinking } = back;
  const failed = isLinking ? failedToLink : failedToSignIn;
  if (error) {
    log.info("auth.oauth_refused", { reason: error.slice(0, 100), code: errorCode?.slice(0, 100) });
    return failed(errorCode === "identity_already_exists" ? "taken" : "refused");
  }
  if (!code) return failed("link");
  const client = await codeClient();
  const { data, error: refusal } = await client.auth.exchangeCodeForSession(
    code,
    flowId ? { flowId } : undefined,
  );
  if (refusal) {
    const isAway = refusal.status === 0 || (refusal.status ?? 400) >= 500;
    log.info("auth.code_refused", { reason: refusal.code ?? refusal.message });
    return failed(isAway ? "unavailable" : "link");
  }
  if (isLinking) {
    const others = data.user.identities?.filter(({ provider }) => provider !== "email") ?? [];
    log.info("auth.identity_linked", {
      userId: data.user.id,
      providers: others.map(({ provider }) => provider).join(" "),
    });
  }
  const { redirectTo, linkedCount } = await finishSignIn(data.session, wish, "other_site");
  if (linkedCount === 0) return redirectTo;
  return withQuery(paths.login, { linked: String(linkedCount), next: redirectTo });
}

function failedToLink(failure: CallbackFailure): string {
  return withQuery(paths.profile, { failed: failure });
}
