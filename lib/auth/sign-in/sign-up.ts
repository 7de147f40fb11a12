import "server-only";
import type { AuthError } from "@supabase/supabase-js";
import { authFailure } from "@/lib/auth/session/auth-failure";
import { safeNext } from "@/lib/auth/session/safe-next";
import { finishSignIn } from "@/lib/auth/sign-in/sign-in";
import { ANSWER_AFTER_MS } from "@/lib/auth/sign-in-limits";
import { isRegistered, signupMessage } from "@/lib/auth/words";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { wait } from "@/lib/base/time-limit";
import { detachedAuthClient } from "@/lib/supabase/server";

/** Tells how a sign-up ended, and the path to go on to. */
export type SignedUp = {
  /** False when the account is there but signing in has to wait, mostly for the address to be confirmed. */
  isSignedIn: boolean;
  redirectTo: string;
};

/** Fits the dashboard with a claim link. */
const MAX_NEXT = 300;

type NewAccount = {
  email: string;
  password: string;
  plan: string;
  /** Page to go on to in place of what the plan leads to (see landingPath). */
  next?: string | undefined;
};

/**
 * Creates an account and signs in at once. A service that confirms addresses by mail opens no session yet: the answer
 * then leads to the log-in page, and is the same, and as slow, for a new address and for one that has an account
 * already. Throws the texts of the specification's error catalogue (signupMessage) with 400, 429 or 500, and 503 when
 * the service does not answer.
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
  const wish =
    next !== undefined ? { next, plan } : plan === "free" ? { next: paths.submit, plan } : { plan };
  const login = withQuery(paths.login, { ...wish, created: "1" });
  return { isSignedIn: false, redirectTo: login };
}

/** Creates the account and signs in; answers the path to go on to, or null when signing in has to wait. */
async function openAccount({ email, password, plan, next }: NewAccount): Promise<string | null> {
  // It comes with every token until the address is confirmed: long ones would exceed what proxies accept as headers.
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
  if (created.error && !isMailedAlready(created.error)) {
    // The client counts 500 among the faults that pass; here it mostly is a setting, and the catalogue names it.
    throw created.error.status === 500 ? refusal(created.error) : authFailure(created.error, refusal);
  }
  const { data, error } = created.data.session
    ? { data: created.data, error: null }
    : await client.auth.signInWithPassword({ email, password });
  if (data.session) return (await finishSignIn(data.session, { plan, next }, "sign_up")).redirectTo;
  log.info("auth.signup_without_session", { reason: error?.code ?? error?.status });
  return null;
}

/**
 * The auth service's limit on mails to one address: there is an account, and its mail was sent a moment ago. Said
 * aloud, it would tell that the address is known; and who presses the button twice has an account all the same.
 */
function isMailedAlready(error: AuthError): boolean {
  return error.code === "over_email_send_rate_limit" && /only request this after/i.test(error.message);
}

function refusal(error: AuthError): AppError {
  const text = signupMessage(error);
  if (error.status === 429) return new AppError("rate_limited", { text, cause: error });
  if (error.status === 500) return new AppError("auth_misconfigured", { text, cause: error });
  return new AppError(isRegistered(error) ? "already_registered" : "auth_refused", { text, cause: error });
}
