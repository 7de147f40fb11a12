import "server-only";
import * as z from "zod/mini";
import { type SessionContext, sessionContextSchema } from "@/lib/auth/session-context";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";
import { type AuthSettings, fetchAuthSettings } from "@/lib/supabase/auth-settings";
import { asPerson, call } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Reads role and membership of the holder of an access token, as the database has them now. Staff whose session owes
 * the second factor are answered as customers. Throws 503 when the database does not answer.
 */
export async function getSessionContext(accessToken: string): Promise<SessionContext> {
  return call(personClient(accessToken), "get_session_context", {}, sessionContextSchema);
}

/**
 * Returns whether the session of this token owes the code of an authenticator app. Throws 503 when the database cannot be
 * asked.
 */
export async function owesCode(accessToken: string): Promise<boolean> {
  try {
    await requireCodeGiven(accessToken);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "sign_in_required") return true;
    throw error;
  }
}

/**
 * Throws 401 when the session of this token owes the code of an authenticator app. To be asked where nothing was found: the
 * database shows such a session nothing, which must not be taken for there being nothing.
 */
export async function requireCodeGiven(accessToken: string): Promise<void> {
  await call(personClient(accessToken), "get_profile_page", {}, z.unknown(), asPerson);
}

/** Returns whether the token of an emailed link is unused and not expired. Throws 503 when the database does not answer. */
export async function isMailLinkOpen(tokenHash: string): Promise<boolean> {
  return call(serviceClient(), "is_mail_link_open", { p_token_hash: tokenHash }, z.boolean());
}

/** Returns whether the auth service emailed the account with this address in the last two minutes. */
export async function wasAccountEmailed(email: string): Promise<boolean> {
  return call(serviceClient(), "was_account_emailed", { p_email: email }, z.boolean());
}

const KEEP_MS = 5 * 60_000;
/** How often failing settings are requested again. */
const RETRY_MS = 30_000;
/** The log-in page does not wait for its extra buttons. */
const PAGE_BUDGET_MS = 1_000;

/**
 * Returns whether the auth service confirms addresses by email, or accepts them unchecked; null until it has answered
 * once. Its settings are cached for five minutes, and for as long as it fails after that.
 */
export async function confirmsByEmail(now: number = Date.now()): Promise<boolean | null> {
  const isUnchecked = (await getSettings(now))?.mailer_autoconfirm;
  return typeof isUnchecked === "boolean" ? !isUnchecked : null;
}

/** Entries of the service's list that are no buttons of another site. */
const OWN_METHODS = ["email", "phone", "anonymous_users", "web3", "saml"];

/**
 * Lists the sites whose accounts the auth service accepts ("google", "github"), by name. Returns the last known
 * ones when the service takes longer than a second.
 */
export async function listProviders(now: number = Date.now()): Promise<string[]> {
  return providersIn(await withinBudget(getSettings(now), PAGE_BUDGET_MS, () => known));
}

/**
 * Returns whether the auth service accepts accounts of this site now, uncached: for one that it doesn't, it shows raw JSON to the
 * browser. Throws when the service doesn't answer.
 */
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

/** Returns the last known settings, after requesting them when they're due. Callers at the same time share one request. */
async function getSettings(now: number): Promise<AuthSettings | null> {
  if (now >= nextRequestAt) {
    request ??= requestSettings(now).finally(() => {
      request = undefined;
    });
    await request;
  }
  return known;
}

/** Keeps what is known when the request fails, and logs that once in five minutes. */
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
