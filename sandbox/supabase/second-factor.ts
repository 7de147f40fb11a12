import type postgres from "postgres";
import { Factors, refusal } from "./factors.ts";
import { removeIdentity } from "./identities.ts";
import { type Method, Sessions } from "./sessions.ts";

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>;
type Json = Record<string, unknown>;
type Options = { sql: postgres.Sql; jwtSecret: string; issuer: string; sessionSeconds: number };

/**
 * Puts a second factor before an auth service that has none, as the hosted one has it: authenticator apps (TOTP), tokens
 * that name the level of their session, people with their factors. It also disconnects accounts of other sites, which that
 * service cannot. What is no call of the auth service goes by.
 */
export function withSecondFactor<Env>(
  service: Fetch<Env>,
  env: Env,
  { sql, jwtSecret, issuer, sessionSeconds }: Options,
): Fetch<Env> {
  const sessions = new Sessions(sql, jwtSecret, sessionSeconds);
  const factors = new Factors(sql, sessions, issuer, async (accessToken, request) => {
    const headers = {
      apikey: request.headers.get("apikey") ?? "",
      authorization: `Bearer ${accessToken}`,
    };
    const answer = await whole(new Request(new URL("/auth/v1/user", request.url), { headers }), env);
    return (await answer.json()) as Json;
  });

  /** Says that a person with a factor changes neither password nor address without it. */
  async function refuseChange(request: Request): Promise<Response | undefined> {
    const { password, email } = (await request
      .clone()
      .json()
      .catch(() => ({}))) as Json;
    const claims = password || email ? await sessions.claimsOf(request) : undefined;
    if (!claims || claims.aal === "aal2") return undefined;
    const isEnrolled = (await factors.of(claims.sub)).some(({ status }) => status === "verified");
    if (!isEnrolled) return undefined;
    const msg = "AAL2 session is required to update email or password when MFA is enabled.";
    return refusal(401, "insufficient_aal", msg);
  }

  /** Adds the factors of a person, and the level of a session. */
  async function amended(answer: Response, path: string, query: URLSearchParams): Promise<Response> {
    if (!answer.ok || !answer.headers.get("content-type")?.includes("json")) return answer;
    const body = (await answer.clone().json()) as Json;
    const session = (body.access_token ? body : body.session) as Json | undefined;
    const user = (body.user ?? (path.endsWith("/user") ? body : undefined)) as Json | undefined;
    if (typeof session?.access_token === "string")
      session.access_token = await sessions.stamped(session.access_token, methodOf(path, query));
    if (typeof user?.id === "string") {
      const present = await factors.of(user.id);
      if (present.length > 0) user.factors = present;
    }
    const headers = new Headers(answer.headers);
    headers.delete("content-length");
    return new Response(JSON.stringify(body), { status: answer.status, headers });
  }

  async function whole(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith("/auth/v1/")) return service(request, env);
    if (/^\/auth\/v1\/factors(\/|$)/.test(pathname))
      return (await factors.answer(request)) ?? service(request, env);
    const removed = await removeIdentity(sql, sessions, request);
    if (removed) return removed;
    const isChange = request.method === "PUT" && pathname === "/auth/v1/user";
    const refused = isChange ? await refuseChange(request) : undefined;
    return refused ?? amended(await service(await asHosted(request), env), pathname, searchParams);
  }
  return whole;
}

/**
 * Hosted Supabase redeems a `magiclink` only with the token of a recovery, and an `invite` with that of a sign-up. The
 * service behind would also redeem a `magiclink` with that of a sign-up, and no `invite` at all.
 */
const TOKEN_TYPES: Json = { magiclink: "recovery", invite: "signup" };

async function asHosted(request: Request): Promise<Request> {
  if (request.method !== "POST" || new URL(request.url).pathname !== "/auth/v1/verify") return request;
  const body = (await request
    .clone()
    .json()
    .catch(() => ({}))) as Json;
  const type = TOKEN_TYPES[String(body.type)];
  if (!type) return request;
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  const asked = JSON.stringify({ ...body, type });
  return new Request(request.url, { method: "POST", headers, body: asked });
}

/** What a call that opens a session has asked for; a refresh proves nothing new. */
function methodOf(path: string, query: URLSearchParams): Method | undefined {
  if (path.endsWith("/signup")) return "password";
  if (!path.endsWith("/token")) return "otp";
  const grant = query.get("grant_type");
  if (grant === "refresh_token") return undefined;
  return grant === "password" ? "password" : "oauth";
}
