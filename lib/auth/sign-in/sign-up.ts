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

/** Returns how a sign-up ended, and the path to go on to. */
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
 * Creates an account and signs in at once. A service that confirms addresses by email opens no session yet: the answer
 * then leads to the login page, and is the same, and as slow, for a new address and for one that has an account
 * already. Throws 400 with the texts of the specification, 429, 500 for a fault of the service, 502 when the email can't be sent,
 * and 503 when the service doesn't answer.
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
  // Anyone who submits the form twice has an account, and its email is on its way. An error would show that the address is known.
  const isRepeated = created.error?.code === "over_email_send_rate_limit" && (await wasAccountEmailed(email));
  if (created.error && !isRepeated) {
    const failure = authFailure(created.error, "sign_up", { validation_failed: INVALID_EMAIL });
    if (!failure.message)
      throw new AppError("auth_refused", { text: "Failed to create account. Please try again." });
    // A 500 is mostly a setting of the service, which the specification has a text for.
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
