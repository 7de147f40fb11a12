import "server-only";
import { authFailure, INVALID_EMAIL, misconfigured } from "@/lib/auth/auth-failure";
import { wasAccountEmailed } from "@/lib/auth/data";
import { safeNext } from "@/lib/auth/session/landing-path";
import { finishSignIn } from "@/lib/auth/sign-in/sign-in";
import { ANSWER_AFTER_MS } from "@/lib/auth/sign-in-limits";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { wait } from "@/lib/base/time-limit";
import { detachedAuthClient } from "@/lib/supabase/server";

export type SignedUp = {
  /** False until the email is confirmed. */
  isSignedIn: boolean;
  redirectTo: string;
};

/** Long enough for the dashboard path with a claim link. */
const MAX_NEXT = 300;

type NewAccount = {
  email: string;
  password: string;
  plan: string;
  next?: string | undefined;
};

/**
 * Creates an account and signs in, unless the email must be confirmed first. In that case the response and its timing
 * are the same for known and new emails. Throws 400, 429, 500, 502 when the email can't be sent, and 503.
 */
export async function signUp(account: NewAccount): Promise<SignedUp> {
  const { plan, next } = account;
  const isDecided = new AbortController();
  const due = wait(ANSWER_AFTER_MS, isDecided.signal);
  try {
    const redirectTo = await openAccount(account);
    if (redirectTo) return { isSignedIn: true, redirectTo };
    await due;
  } finally {
    isDecided.abort();
  }
  const loginTarget =
    next !== undefined ? { next, plan } : plan === "free" ? { next: paths.submit, plan } : { plan };
  const login = withQuery(paths.login, { ...loginTarget, created: "1" });
  return { isSignedIn: false, redirectTo: login };
}

async function openAccount({ email, password, plan, next }: NewAccount): Promise<string | null> {
  // Stored in every token until confirmation. Long values would exceed proxies' header limits.
  const target = safeNext(next);
  const kept = target && target.length <= MAX_NEXT ? { next: target } : {};
  const returnPath = plan === "free" ? paths.submitFree : paths.dashboard;
  const client = await detachedAuthClient();
  const created = await client.auth.signUp({
    email,
    password,
    options: {
      data: { selected_plan: plan, ...kept },
      emailRedirectTo: env().APP_URL + returnPath,
    },
  });
  // The form was submitted twice and the email is on its way. An error would reveal the account.
  const isRepeated = created.error?.code === "over_email_send_rate_limit" && (await wasAccountEmailed(email));
  if (created.error && !isRepeated) {
    const failure = authFailure(created.error, "sign_up", { validation_failed: INVALID_EMAIL });
    if (!failure.message)
      throw new AppError("auth_refused", { text: "Failed to create account. Please try again." });
    // A 500 usually means a wrong setting, which has its own text in the specification.
    const isSetting = created.error.status === 500 && failure.code === "auth_unavailable";
    throw isSetting ? misconfigured(created.error) : failure;
  }
  const { data, error } = created.data.session
    ? { data: created.data, error: null }
    : await client.auth.signInWithPassword({ email, password });
  if (data.session) return (await finishSignIn(data.session, { plan, next }, "sign_up")).redirectTo;
  log.info("auth.signup_without_session", { reason: error?.code ?? error?.status });
  return null;
}
