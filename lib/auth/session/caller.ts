import "server-only";
import type { NextRequest } from "next/server";
import { type Claims, verifyAccessToken } from "@/lib/auth/session/access-token";
import { type ClaimedIdentity, requireClaimedIdentity } from "@/lib/auth/session/claimed-identity";
import { guestCookie, guestKeyOf } from "@/lib/auth/session/guest-cookie";
import { readSession, SESSION_STATE_HEADER } from "@/lib/auth/session/read-session";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { bearerToken } from "@/lib/http/api-route";
import { authClient } from "@/lib/supabase/server";

/** Who calls an endpoint: a person with a verified token, a guest with an order cookie, both, or neither. */
export type Caller = {
  userId: string | null;
  email: string | null;
  accessToken: string | null;
  guestKey: string | null;
};

/**
 * Reads the caller from the bearer token or the session's cookie, and the guest's order cookie. A bearer token that
 * does not verify is refused (401); a broken cookie makes an anonymous caller, unless the auth service could not
 * be asked (503).
 */
export async function getCaller(request: NextRequest): Promise<Caller> {
  const guestKey = guestKeyOf(request.cookies.get(guestCookie().name)?.value);
  const token = bearerToken(request.headers);
  if (token) {
    const claims = await verifyAccessToken(token);
    if (!claims) throw new AppError("sign_in_required");
    return { ...identity(claims), accessToken: token, guestKey };
  }
  // Middleware has asked already: the service that did not answer it is not waited for a second time.
  if (request.headers.get(SESSION_STATE_HEADER) === "unreachable") {
    throw new ServiceUnavailableError("auth", new Error("session not verifiable"));
  }
  const session = await readSession(authClient, request.cookies.getAll());
  if (session.state === "unreachable")
    throw new ServiceUnavailableError("auth", new Error("session not verifiable"));
  if (session.state !== "valid") return { userId: null, email: null, accessToken: null, guestKey };
  return { ...identity(session.claims), accessToken: session.accessToken, guestKey };
}

function identity({ userId, email }: Claims) {
  return { userId, email };
}

/**
 * Asks the auth service whether the caller's session still stands: a signature alone cannot tell that somebody
 * has signed out. For writes, and for everything that staff do. Answers the account's current e-mail address.
 */
export async function requireStandingSession(
  accessToken: string,
): Promise<{ userId: string; email: string }> {
  const { data, error } = await personAuth(accessToken);
  if (error) {
    if (error.status === undefined || error.status === 0 || error.status >= 500) {
      throw new ServiceUnavailableError("auth", error);
    }
    throw new AppError("sign_in_required", { cause: error });
  }
  return { userId: data.user.id, email: data.user.email ?? "" };
}

/** The signed-in person of a call that writes; 401 without a standing session, 403 when the body names another. */
export async function requirePerson(
  request: NextRequest,
  claimed: ClaimedIdentity = {},
): Promise<{ userId: string; email: string }> {
  const caller = await getCaller(request);
  if (!caller.accessToken) throw new AppError("sign_in_required");
  requireClaimedIdentity(caller, claimed);
  return requireStandingSession(caller.accessToken);
}

async function personAuth(accessToken: string) {
  const client = await authClient();
  return client.auth.getUser(accessToken);
}
