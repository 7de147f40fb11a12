import "server-only";
import type { SupabaseClient, User } from "@supabase/supabase-js";
import { authFailure, type Refusals, refusalCode } from "@/lib/auth/auth-failure";
import {
  type Claims,
  classifyToken,
  requireClaims,
  verifyAccessToken,
} from "@/lib/auth/session/access-token";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/time-limit";
import { type Cookie, hasSessionCookie, storedSessionOf } from "@/lib/supabase/cookies";

/** Tells the page why there is no session. It only selects the message shown and never grants access to data. */
export const SESSION_STATE_HEADER = "x-session-state";

/** During an outage the client retries a refresh for 30 s. A page doesn't wait that long. */
const BUDGET_MS = 3_000;

/**
 * unreachable: the auth service didn't respond. unreadable: the cookie holds no session. ended: the refresh was
 * rejected. forged: the signature doesn't match a known key.
 */
export type SessionState =
  | { state: "valid"; claims: Claims; accessToken: string }
  | { state: "none" | "unreachable" | "unreadable" | "oversized" | "ended" | "forged" };

/** Called only when a refresh is due. Once `until` aborts, refresh requests get no response. */
type OpenClient = (until: AbortSignal) => SupabaseClient | Promise<SupabaseClient>;

/** The client refreshes tokens that expire within this time. */
const MARGIN_MS = 90_000;

/**
 * Reads and verifies the session locally. `openClient` refreshes a token that is expiring or signed with an unknown
 * key. Pages pass null because they can't set cookies. Never throws: after 3 s or in an outage the state is
 * "unreachable".
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
  // During an outage the current token stays valid until it expires.
  return answer.state === "unreachable" && present ? present : answer;
}

async function refreshed(
  openClient: OpenClient | null,
  stored: string,
  until: AbortSignal,
): Promise<SessionState> {
  try {
    const origin = await classifyToken(stored);
    if (origin === "forged") return { state: "forged" };
    if (!openClient) return unreachable(new Error("the session's key is unknown, or it was not refreshed"));
    const client = await openClient(until);
    let { data, error } = await client.auth.getSession();
    // After a key rotation the auth service decides: it still accepts the refresh token of a valid session.
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
    // The client throws when it parses a cookie that holds no session.
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

/** Returns the user if the session is still valid. Throws 401, 429 or 503. */
export async function readCurrentUser(client: SupabaseClient, accessToken: string): Promise<User> {
  const { data, error } = await client.auth.getUser(accessToken);
  if (error) throw authFailure(error, "session", SESSION_REFUSALS);
  return data.user;
}
