import "server-only";
import * as z from "zod/mini";
import { type SessionContext, sessionContextSchema } from "@/lib/auth/session-context";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";
import { type AuthSettings, fetchAuthSettings } from "@/lib/supabase/auth-fetch";
import { asPerson, call } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";

/** Reads role and membership. Staff who still need the second factor count as customers. Throws 503. */
export async function getSessionContext(accessToken: string): Promise<SessionContext> {
  return call(personClient(accessToken), "get_session_context", {}, sessionContextSchema);
}

export async function needsSecondFactor(accessToken: string): Promise<boolean> {
  try {
    await requireCodeGiven(accessToken);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "sign_in_required") return true;
    throw error;
  }
}

/** Throws 401 if the session needs the second factor. Call it when nothing was found: RLS hides everything then. */
export async function requireCodeGiven(accessToken: string): Promise<void> {
  await call(personClient(accessToken), "get_profile_page", {}, z.unknown(), asPerson);
}

/** Returns whether an emailed link is unused and unexpired. Throws 503. */
export async function isMailLinkOpen(tokenHash: string): Promise<boolean> {
  return call(serviceClient(), "is_mail_link_open", { token_hash: tokenHash }, z.boolean());
}

/** Returns whether the auth service emailed the account with this address in the last two minutes. */
export async function wasAccountEmailed(email: string): Promise<boolean> {
  return call(serviceClient(), "was_account_emailed", { email }, z.boolean());
}

const KEEP_MS = 5 * 60_000;
const RETRY_MS = 30_000;
/** The login page waits at most this long for its extra buttons. */
const PAGE_BUDGET_MS = 1_000;

/** Returns whether emails get confirmed, or null before the first response. Cached for five minutes and in outages. */
export async function confirmsByEmail(now: number = Date.now()): Promise<boolean | null> {
  const isUnchecked = (await getSettings(now))?.mailer_autoconfirm;
  return typeof isUnchecked === "boolean" ? !isUnchecked : null;
}

const OWN_METHODS = ["email", "phone", "anonymous_users", "web3", "saml"];

/** Returns the enabled sites by name, or the last known ones if the service takes over a second. */
export async function listProviders(now: number = Date.now()): Promise<string[]> {
  return providersIn(await withinBudget(getSettings(now), PAGE_BUDGET_MS, () => known));
}

/** Returns whether a site is enabled now. Uncached, because a disabled one would show raw JSON. Throws in an outage. */
export async function isProviderOn(name: string): Promise<boolean> {
  return providersIn(await fetchAuthSettings()).includes(name);
}

function providersIn(settings: AuthSettings | null): string[] {
  return Object.entries(settings?.external ?? {})
    .filter(([name, isOn]) => isOn === true && !OWN_METHODS.includes(name))
    .map(([name]) => name)
    .sort();
}

let known: AuthSettings | null = null;
let request: Promise<void> | undefined;
let nextRequestAt = 0;
let nextErrorAt = 0;

/** Concurrent callers share one request. */
async function getSettings(now: number): Promise<AuthSettings | null> {
  if (now >= nextRequestAt) {
    request ??= requestSettings(now).finally(() => {
      request = undefined;
    });
    await request;
  }
  return known;
}

/** Keeps the last settings when the request fails, and logs that at most every five minutes. */
async function requestSettings(now: number): Promise<void> {
  try {
    known = await fetchAuthSettings();
    nextRequestAt = now + KEEP_MS;
  } catch (error) {
    nextRequestAt = now + RETRY_MS;
    if (now < nextErrorAt) return;
    nextErrorAt = now + KEEP_MS;
    log.error("auth.settings_unknown", error);
  }
}
