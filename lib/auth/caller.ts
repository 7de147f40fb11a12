import "server-only";
import type { NextRequest } from "next/server";
import { bearerToken } from "@/lib/api-route";
import { type Claims, verifyAccessToken } from "@/lib/auth/access-token";
import { guestCookie, guestKeyOf } from "@/lib/auth/guest-cookie";
import { readSession } from "@/lib/auth/read-session";
import { AppError, messages, ServiceUnavailableError } from "@/lib/errors";
import { hasSessionCookie } from "@/lib/supabase/cookies";
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
    if (!claims) throw new AppError(401, messages.signInRequired);
    return { ...identity(claims), accessToken: token, guestKey };
  }
  const hasCookie = hasSessionCookie(request.cookies.getAll().map(({ name }) => name));
  const session = hasCookie ? await readSession(await authClient(), true) : ({ state: "none" } as const);
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
    throw new AppError(401, messages.signInRequired, { cause: error });
  }
  return { userId: data.user.id, email: data.user.email ?? "" };
}

/** Refuses a call whose body names another person than its session: a page that was open before an account change. */
export function requireSameUser(userId: string, claimed: string | null | undefined): void {
  if (!claimed || claimed === userId) return;
  throw new AppError(403, messages.otherAccount);
}

/** The signed-in person of a call that writes; 401 without a standing session, 403 when the body names another. */
export async function requirePerson(
  request: NextRequest,
  claimed?: string | null,
): Promise<{ userId: string; email: string }> {
  const { accessToken, userId } = await getCaller(request);
  if (!accessToken || !userId) throw new AppError(401, messages.signInRequired);
  requireSameUser(userId, claimed);
  return requireStandingSession(accessToken);
}

async function personAuth(accessToken: string) {
  const client = await authClient();
  return client.auth.getUser(accessToken);
}
