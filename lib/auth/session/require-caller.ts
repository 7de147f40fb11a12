import "server-only";
import type { NextRequest } from "next/server";
import { needsSecondFactor } from "@/lib/auth/authenticator";
import { type Claims, verifyAccessToken } from "@/lib/auth/session/access-token";
import { namesAnother, namesPerson } from "@/lib/auth/session/claimed-identity";
import { guestCookie, guestKeyOf } from "@/lib/auth/session/guest-cookie";
import type { Person } from "@/lib/auth/session/loaders";
import { readCurrentUser, readSession, SESSION_STATE_HEADER } from "@/lib/auth/session/read-session";
import { env } from "@/lib/base/env";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { isSameText } from "@/lib/base/signing";
import { bearerToken, type Call } from "@/lib/http/api-route";
import { authClient } from "@/lib/supabase/server";

/*
 * Values of `who` for endpoints, from least to most restrictive. Reads trust the token's signature. Writes also ask
 * the auth service whether the session is still valid. Staff callers are in lib/staff/require-staff.ts.
 */

/** A person with a verified token, a guest with an order cookie, both, or neither. */
export type Caller = {
  userId: string | null;
  email: string | null;
  accessToken: string | null;
  guestKey: string | null;
  hasUsedApp: boolean;
};

type Asked = Pick<Call, "request" | "body">;

export async function anyone(): Promise<null> {
  return null;
}

/** Allows navigations from any site. Rejects subresource requests (403), which could use up a visitor's attempts. */
export async function navigation({ request }: Pick<Call, "request">): Promise<null> {
  const mode = request.headers.get("sec-fetch-mode") ?? "navigate";
  if (mode !== "navigate") throw new AppError("foreign_origin");
  return null;
}

/** Allows navigations from our own pages or typed addresses. */
export async function ownNavigation(call: Pick<Call, "request">): Promise<null> {
  const site = call.request.headers.get("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none") throw new AppError("foreign_origin");
  return navigation(call);
}

/**
 * Lets guests and signed-in people read. ownsOrder and the database decide what a session awaiting the second factor
 * sees. Throws 401 for an invalid bearer token, 403 when the body names another person.
 */
export async function guestOrReader({ request, body }: Asked): Promise<Caller> {
  const caller = await readCaller(request);
  if (namesAnother(body, caller)) throw new AppError("other_account");
  return caller;
}

/** Lets guests and signed-in people write. A page that lost its session must not write as a guest (401). */
export async function guestOrUser({ request, body }: Asked): Promise<Caller> {
  const caller = await readCaller(request);
  if (!caller.userId && namesPerson(body)) throw new AppError("sign_in_required");
  if (namesAnother(body, caller)) throw new AppError("other_account");
  if (!caller.accessToken) return caller;
  return { ...caller, ...(await requireValidSession(caller.accessToken)) };
}

/** Lets a signed-in person read. Throws 401. */
export async function reader({ request }: Pick<Call, "request">): Promise<Person> {
  const { userId, email, accessToken } = await readCaller(request);
  if (!accessToken || !userId) throw new AppError("sign_in_required");
  return { userId, email: email ?? "", accessToken };
}

/** Lets a signed-in person write. Throws 401 without a valid session, 403 when the body names another person. */
export async function user({ request, body }: Asked): Promise<Person> {
  const caller = await reader({ request });
  if (namesAnother(body, caller)) throw new AppError("other_account");
  return { ...caller, ...(await requireValidSession(caller.accessToken)) };
}

/** Lets the scheduler call with CRON_SECRET as a bearer token. The text of the 401 helps the operator. */
export async function cron({ request }: { request: Request }): Promise<"scheduler"> {
  const given = bearerToken(request.headers) ?? "";
  if (isSameText(given, env().CRON_SECRET)) return "scheduler";
  throw new AppError("scheduler_secret_wrong", { headers: { "www-authenticate": "Bearer" } });
}

/** Treats a broken cookie as an anonymous caller. Throws 401 for an invalid bearer token, 503 during an outage. */
async function readCaller(request: NextRequest): Promise<Caller> {
  const guestKey = guestKeyOf(request.cookies.get(guestCookie().name)?.value);
  const token = bearerToken(request.headers);
  if (token) {
    const claims = await verifyAccessToken(token);
    if (!claims) throw new AppError("sign_in_required");
    return known(claims, token, guestKey);
  }
  // Middleware has already waited for the auth service.
  if (request.headers.get(SESSION_STATE_HEADER) === "unreachable") throw notVerifiable();
  const session = await readSession(authClient, request.cookies.getAll());
  if (session.state === "unreachable") throw notVerifiable();
  if (session.state === "valid") return known(session.claims, session.accessToken, guestKey);
  return { userId: null, email: null, accessToken: null, guestKey, hasUsedApp: false };
}

function known({ userId, email, aal }: Claims, accessToken: string, guestKey: string | null): Caller {
  return { userId, email, accessToken, guestKey, hasUsedApp: aal === "aal2" };
}

function notVerifiable(): ServiceUnavailableError {
  return new ServiceUnavailableError("auth", new Error("session not verifiable"));
}

/** Returns the account's current email. Throws 401 if the session has ended or needs the second factor, 503 during an outage. */
export async function requireValidSession(accessToken: string): Promise<{ userId: string; email: string }> {
  const user = await readCurrentUser(await authClient(), accessToken);
  if (needsSecondFactor(user, (await verifyAccessToken(accessToken))?.aal))
    throw new AppError("sign_in_required");
  return { userId: user.id, email: user.email ?? "" };
}
