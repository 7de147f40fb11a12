import "server-only";
import type { SupabaseClient, User } from "@supabase/supabase-js";
import { authFailure, type Refusals, refusalCode } from "@/lib/auth/auth-failure";
import { type Claims, originOf, requireClaims, verifyAccessToken } from "@/lib/auth/session/access-token";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";
import { type Cookie, hasSessionCookie, storedSessionOf } from "@/lib/supabase/cookies";

/**
 * Names the header by which middleware tells the page why there is no session. It decides which message a page shows,
 * never which data.
 */
export const SESSION_STATE_HEADER = "x-session-state";

/** The client retries a refresh for half a minute while the auth service is away; a page does not wait that long. */
const BUDGET_MS = 3_000;

/**
 * Returns what a request's cookies come to. none: no one is signed in. valid: the access token is verified.
 * unreachable: the auth service did not answer, so no one knows. unreadable: there is a cookie, but no session in it.
 * ended: the auth service refused to refresh the session. forged: a known key of our auth service rejects its access token.
 */
export type SessionState =
  | { state: "valid"; claims: Claims; accessToken: string }
  | { state: "none" | "unreachable" | "unreadable" | "oversized" | "ended" | "forged" };

/** Is called only for a session that needs a refresh. The client's refreshes after `until` stay without an answer. */
type OpenClient = (until: AbortSignal) => SupabaseClient | Promise<SupabaseClient>;

/** The client refreshes a token with less time left. */
const MARGIN_MS = 90_000;

/**
 * Reads the session of a request's cookies and verifies it on this machine. Without `openClient` nothing is refreshed: middleware has
 * done so, and a page can't set cookies. The client that `openClient` makes refreshes a token that is
 * about to expire, or whose key we don't know, and writes the new cookies; there is no other network trip, and none at all for a
 * forged token. It never throws: after three seconds, and during an outage of the auth service, the state is "unreachable" and the
 * cookies stay.
 */
export async function readSession(openClient: OpenClient | null, cookies: Cookie[]): Promise<SessionState> {
  if (!hasSessionCookie(cookies.map(({ name }) => name))) return { state: "none" };
  const stored = storedSessionOf(cookies);
  if (stored === null) return { state: "unreadable" };
  const { accessToken } = stored;
  let present: SessionState | undefined;
  try {
    const claims = await verifyAccessToken(accessToken);
    if (claims) present = { state: "valid", claims, accessToken };
    if (claims && (!openClient || claims.expiresAt * 1000 - Date.now() > MARGIN_MS))
      return { state: "valid", claims, accessToken };
  } catch (error) {
    return unreachable(error as Error);
  }
  const until = AbortSignal.timeout(BUDGET_MS);
  const work = refreshed(openClient, accessToken, until);
  const answer = await withinBudget<SessionState>(work, BUDGET_MS, () =>
    unreachable(new Error("no answer in time")),
  );
  // A token that can't be renewed now is good until it expires.
  return answer.state === "unreachable" && present ? present : answer;
}

async function refreshed(
  openClient: OpenClient | null,
  stored: string,
  until: AbortSignal,
): Promise<SessionState> {
  try {
    const origin = await originOf(stored);
    if (origin === "forged") return { state: "forged" };
    if (!openClient) return unreachable(new Error("the session's key is unknown, or it was not refreshed"));
    const client = await openClient(until);
    let { data, error } = await client.auth.getSession();
    // After a change of keys the service decides: it still accepts the refresh token of a good session.
    if (origin === "unknown" && data.session?.access_token === stored)
      ({ data, error } = await client.auth.refreshSession());
    if (error) {
      const reason = refusalCode(error);
      if (!reason) return unreachable(error);
      log.info("session.ended", { reason });
      return { state: "ended" };
    }
    const accessToken = data.session?.access_token;
    if (!accessToken) return { state: "unreadable" };
    if (accessToken !== stored)
      return { state: "valid", claims: await requireClaims(accessToken), accessToken };
    const claims = await verifyAccessToken(accessToken);
    return claims ? { state: "valid", claims, accessToken } : { state: "unreadable" };
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return unreachable(error);
    // A cookie that is no session at all makes the client throw while parsing it.
    return { state: "unreadable" };
  }
}

function unreachable(error: Error): SessionState {
  log.error("session.unreachable", error);
  return { state: "unreachable" };
}

const SESSION_REFUSALS: Refusals = {
  user_banned: { as: "sign_in_required", level: "warn" },
  otherwise: { as: "sign_in_required", level: "info" },
};

/**
 * Asks the auth service for the person of an access token: the signature, which readSession checks, can't show that
 * the person has signed out since the token was made. Throws 401 when the session has ended, 429 for too many calls and 503 when
 * the service does not answer. A client that holds the session's cookies clears them for a session that has ended.
 */
export async function readStandingUser(client: SupabaseClient, accessToken: string): Promise<User> {
  const { data, error } = await client.auth.getUser(accessToken);
  if (error) throw authFailure(error, "session", SESSION_REFUSALS);
  return data.user;
}
