import "server-only";
import type { NextRequest } from "next/server";
import { owesCode } from "@/lib/auth/authenticator";
import { type Claims, verifyAccessToken } from "@/lib/auth/session/access-token";
import { namesAnother, namesPerson } from "@/lib/auth/session/claimed-identity";
import { guestCookie, guestKeyOf } from "@/lib/auth/session/guest-cookie";
import type { Person } from "@/lib/auth/session/loaders";
import { readSession, readStandingUser, SESSION_STATE_HEADER } from "@/lib/auth/session/read-session";
import { env } from "@/lib/base/env";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { isSameText } from "@/lib/base/signing";
import { bearerToken, type Call } from "@/lib/http/api-route";
import { authClient } from "@/lib/supabase/server";

/*
 * The answers to `who` of an endpoint (see lib/http/api-route.ts), from the most open to the narrowest: anyone,
 * navigation, ownNavigation, viewer, guestOrUser, reader, user, cron. Those for staff stand in lib/staff/require-staff.ts. What only reads
 * trusts a token's signature; what writes asks the auth service whether the session still stands.
 */

/** Returns who calls an endpoint: a person with a verified token, a guest with an order cookie, both, or neither. */
export type Caller = {
  userId: string | null;
  email: string | null;
  accessToken: string | null;
  guestKey: string | null;
  /** The session has given the code of an authenticator app. */
  hasUsedApp: boolean;
};

type Asked = Pick<Call, "request" | "body">;

/** Lets anyone call, and asks no one who they are. */
export async function anyone(): Promise<null> {
  return null;
}

/**
 * Lets a browser that goes from page to page call, from whatever site. Throws 403 for what a page loads by itself (a
 * picture, a script's call), so that no page anywhere uses up a visitor's tries. A browser too old to tell is let in.
 */
export async function navigation({ request }: Pick<Call, "request">): Promise<null> {
  const mode = request.headers.get("sec-fetch-mode") ?? "navigate";
  if (mode !== "navigate") throw new AppError("foreign_origin");
  return null;
}

/** Lets a browser call that leaves one of our own pages, or that someone told where to go; else it does as navigation. */
export async function ownNavigation(call: Pick<Call, "request">): Promise<null> {
  const site = call.request.headers.get("sec-fetch-site") ?? "none";
  if (site !== "same-origin" && site !== "none") throw new AppError("foreign_origin");
  return navigation(call);
}

/**
 * Lets a guest or a signed-in person look something up, or repeat what may be repeated by anyone; the token's
 * signature is the proof. What is an account's own is shown by ownsOrder or by the database, which both know of a code that is
 * still owed. Throws 401 for a bearer token that does not verify, 403 when the body names another person.
 */
export async function viewer({ request, body }: Asked): Promise<Caller> {
  const caller = await readCaller(request);
  if (namesAnother(body, caller)) throw new AppError("other_account");
  return caller;
}

/**
 * Lets a guest or a signed-in person write. It throws as `viewer` does, and 401 when the session has ended, or when the
 * body names a person and there is no session: a page that has lost its own must not go on as a guest.
 */
export async function guestOrUser({ request, body }: Asked): Promise<Caller> {
  const caller = await readCaller(request);
  if (!caller.userId && namesPerson(body)) throw new AppError("sign_in_required");
  if (namesAnother(body, caller)) throw new AppError("other_account");
  if (!caller.accessToken) return caller;
  return { ...caller, ...(await requireStandingSession(caller.accessToken)) };
}

/** Lets a signed-in person read; the token's signature is the proof. Throws 401 without a good one. */
export async function reader({ request }: Pick<Call, "request">): Promise<Person> {
  const { userId, email, accessToken } = await readCaller(request);
  if (!accessToken || !userId) throw new AppError("sign_in_required");
  return { userId, email: email ?? "", accessToken };
}

/** Lets a signed-in person write. Throws 401 without a standing session, 403 when the body names another person. */
export async function user({ request, body }: Asked): Promise<Person> {
  const caller = await reader({ request });
  if (namesAnother(body, caller)) throw new AppError("other_account");
  return { ...caller, ...(await requireStandingSession(caller.accessToken)) };
}

/**
 * Lets only the scheduler call, which sends CRON_SECRET as a bearer token. Throws 401 for everyone else. The text helps the
 * operator, since no one logs in to call a job.
 */
export async function cron({ request }: { request: Request }): Promise<"scheduler"> {
  const given = bearerToken(request.headers) ?? "";
  if (isSameText(given, env().CRON_SECRET)) return "scheduler";
  throw new AppError("scheduler_secret_wrong", { headers: { "www-authenticate": "Bearer" } });
}

/**
 * Reads the caller from the bearer token or the session's cookie, and from the guest's order cookie. A bearer token
 * that does not verify is refused (401). A broken cookie makes an anonymous caller, unless the auth service could not
 * be asked (503).
 */
async function readCaller(request: NextRequest): Promise<Caller> {
  const guestKey = guestKeyOf(request.cookies.get(guestCookie().name)?.value);
  const token = bearerToken(request.headers);
  if (token) {
    const claims = await verifyAccessToken(token);
    if (!claims) throw new AppError("sign_in_required");
    return known(claims, token, guestKey);
  }
  // Middleware has asked already: the service that did not answer it is not waited for a second time.
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

/**
 * Asks the auth service whether the caller's session still stands, for writes and for everything that staff do. Answers
 * the account's email address of now, which the token may not know yet. Throws 401 when the session has ended or owes
 * the code of an authenticator app, and 503 when the service does not answer.
 */
export async function requireStandingSession(
  accessToken: string,
): Promise<{ userId: string; email: string }> {
  const user = await readStandingUser(await authClient(), accessToken);
  if (owesCode(user, (await verifyAccessToken(accessToken))?.aal)) throw new AppError("sign_in_required");
  return { userId: user.id, email: user.email ?? "" };
}
