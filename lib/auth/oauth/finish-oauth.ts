import "server-only";
import { refusalCode } from "@/lib/auth/auth-failure";
import { type CallbackFailure, failedToSignIn } from "@/lib/auth/oauth/start-oauth";
import type { LoginTarget } from "@/lib/auth/session/landing-path";
import { finishSignIn } from "@/lib/auth/sign-in/sign-in";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { codeClient, removeVerifiers } from "@/lib/supabase/server";

export type CallbackQuery = {
  code: string | null;
  flowId: string | null;
  /** Set when the other site or the user refused. */
  error: string | null;
  errorCode?: string | null;
  isLinking?: boolean;
};

const FAILURES = new Map<string, CallbackFailure>(
  Object.entries({
    identity_already_exists: "taken",
    provider_email_needs_verification: "unverified",
    bad_oauth_state: "link",
    bad_oauth_callback: "link",
    oauth_client_state_not_found: "link",
    oauth_client_state_expired: "link",
    oauth_invalid_state: "link",
    bad_code_verifier: "link",
    flow_state_not_found: "link",
    flow_state_expired: "link",
    flow_state_already_used: "link",
    pkce_code_verifier_not_found: "link",
    otp_expired: "expired",
    // Our own code, set by instrumentation-client.ts.
    template: "template",
    user_banned: "locked",
    over_email_send_rate_limit: "busy",
    email_address_not_authorized: "unavailable",
    signup_disabled: "closed",
    provider_disabled: "off",
    oauth_provider_not_supported: "off",
    email_provider_disabled: "closed",
    over_request_rate_limit: "busy",
    unexpected_failure: "unavailable",
  } as const),
);

/**
 * Finishes a PKCE sign-in or connection and returns the path to open. A refusal or an invalid code (missing, used or
 * from another browser) redirects to /login or the profile, which explains it.
 */
export async function finishOAuth(back: CallbackQuery, loginTarget: LoginTarget): Promise<string> {
  const { code, flowId, error, errorCode, isLinking } = back;
  const failed = isLinking ? failedToLink : failedToSignIn;
  if (error) {
    if (flowId) await removeVerifiers(flowId);
    const failure = FAILURES.get(errorCode ?? "") ?? (error === "server_error" ? "unavailable" : "refused");
    // Anyone can open this URL, so nothing in it alerts the operator.
    const facts = { reason: error.slice(0, 100), code: errorCode?.slice(0, 100) };
    if (failure === "unavailable")
      log.error("auth.oauth_failed", new Error("the auth service failed"), facts);
    else log.warn("auth.oauth_refused", facts);
    return failed(failure);
  }
  if (!code) return failed("link");
  const client = await codeClient();
  const { data, error: refusal } = await client.auth.exchangeCodeForSession(
    code,
    flowId ? { flowId } : undefined,
  );
  await removeVerifiers(flowId);
  if (refusal) {
    const reason = refusalCode(refusal);
    if (reason === undefined) log.error("auth.code_refused", refusal);
    else log.warn("auth.code_refused", { reason });
    return failed(reason === undefined ? "unavailable" : (FAILURES.get(reason) ?? "link"));
  }
  if (isLinking) {
    const others = data.user.identities?.filter(({ provider }) => provider !== "email") ?? [];
    log.info("auth.identity_linked", {
      userId: data.user.id,
      providers: others.map(({ provider }) => provider).join(" "),
    });
  }
  const { redirectTo, linkedCount } = await finishSignIn(data.session, loginTarget, "other_site");
  if (linkedCount === 0) return redirectTo;
  return withQuery(paths.login, { linked: String(linkedCount), next: redirectTo });
}

function failedToLink(failure: CallbackFailure): string {
  return withQuery(paths.profile, { failed: failure });
}
