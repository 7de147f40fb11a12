import "server-only";
import { isAuthRetryableFetchError, type SupabaseClient, type User } from "@supabase/supabase-js";
import { type Claims, isOwnAccessToken, verifyAccessToken } from "@/lib/auth/session/access-token";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
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
 * Tells what a request's cookies come to. none: nobody is signed in. valid: the access token is verified.
 * unreachable: the auth service did not answer, so nobody knows. unreadable: there is a cookie, but no session in it.
 * ended: the auth service refused to refresh the session. forged: its access token was not made by our auth service.
 */
export type SessionState =
  | { state: "valid"; claims: Claims; accessToken: string }
  | { state: "none" | "unreachable" | "unreadable" | "ended" | "forged" };

/** Is called only for cookies that are worth it: a client asks for a refresh as soon as it is made. */
type OpenClient = () => SupabaseClient | Promise<SupabaseClient>;

/**
 * Reads the session of a request's cookies and verifies it on this machine. The client that `openClient` makes
 * refreshes a token that is about to expire, and writes the new cookies; no other network trip is made, and none at
 * all for a forged token. It never throws: after three seconds, and for an auth service that is away, the state is
 * "unreachable".
 */
export async function readSession(openClient: OpenClient, cookies: Cookie[]): Promise<SessionState> {
  if (!hasSessionCookie(cookies.map(({ name }) => name))) return { state: "none" };
  return withinBudget<SessionState>(verifySession(openClient, cookies), BUDGET_MS, () => ({
    state: "unreachable",
  }));
}

async function verifySession(openClient: OpenClient, cookies: Cookie[]): Promise<SessionState> {
  try {
    const stored = storedSessionOf(cookies);
    if (stored === null) return { state: "unreadable" };
    if (!(await isOwnAccessToken(stored.accessToken))) return { state: "forged" };
    const client = await openClient();
    const { data, error } = await client.auth.getSession();
    // Too many refreshes from our address say nothing about this session.
    const isAway = isAuthRetryableFetchError(error) || error?.status === 429;
    if (error) return { state: isAway ? "unreachable" : "ended" };
    const accessToken = data.session?.access_token;
    if (!accessToken) return { state: "unreadable" };
    const claims = await verifyAccessToken(accessToken);
    return claims ? { state: "valid", claims, accessToken } : { state: "unreadable" };
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return { state: "unreachable" };
    // A cookie that is no session at all makes the client throw while parsing it.
    return { state: "unreadable" };
  }
}

/**
 * Asks the auth service for the person of an access token: the signature, which readSession checks, cannot tell that
 * somebody has signed out since the token was made. Throws 401 when the session has ended and 503 when the service does
 * not answer. A client that holds the session's cookies clears them for a session that has ended.
 */
export async function readStandingUser(client: SupabaseClient, accessToken: string): Promise<User> {
  const { data, error } = await client.auth.getUser(accessToken);
  if (!error) return data.user;
  if (!error.status || error.status >= 500) throw new ServiceUnavailableError("auth", error);
  throw new AppError("sign_in_required", { cause: error });
}
