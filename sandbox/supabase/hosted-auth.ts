import type postgres from "postgres";
import type { AccessTokens } from "./access-tokens.ts";
import { AccountEmails, type SendConfirmation } from "./account-emails.ts";
import { Factors } from "./factors.ts";
import { type Claims, type Method, Sessions } from "./sessions.ts";
import { findUser, refusal, toRequestedVersion } from "./users.ts";

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/** Disconnects an identity like the hosted service. The last sign-in method can't be removed. */
async function removeIdentity(sql: postgres.Sql, { sub }: Claims, id: string): Promise<Response> {
  if (!UUID.test(id)) return refusal(404, "validation_failed", "identity_id must be an UUID");
  return sql.begin(async (tx) => {
    // Locks the user, because two calls must not remove the last two identities.
    await tx`select from auth.users where id = ${sub} for update`;
    const own = await tx<{ id: string; provider: string }[]>`
      select id, provider from auth.identities where user_id = ${sub} order by created_at`;
    if (own.length < 2) {
      const msg = "User must have at least 1 identity after unlinking";
      return refusal(422, "single_identity_not_deletable", msg);
    }
    if (!own.some((identity) => identity.id === id))
      return refusal(422, "identity_not_found", "Identity doesn't exist");
    await tx`delete from auth.identities where id = ${id}`;
    return Response.json({});
  });
}

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>;
type Json = Record<string, unknown>;
type Options = {
  sql: postgres.Sql;
  tokens: AccessTokens;
  address: string;
  appName: string;
  sessionSeconds: number;
  sendConfirmation: SendConfirmation;
};

const PREFIX = "/auth/v1";
const IDENTITY = /^\/user\/identities\/([^/]+)$/;
const MOST_PASSWORD_BYTES = 72;

/**
 * Makes the auth service respond like the hosted one: TOTP, published keys, complete tokens and users, and the same
 * error codes.
 */
export function hostedAuth<Env>(
  service: Fetch<Env>,
  { sql, tokens, address, appName, sessionSeconds, sendConfirmation }: Options,
): Fetch<Env> {
  const sessions = new Sessions(sql, tokens, address, sessionSeconds);
  const factors = new Factors(sql, sessions, appName);
  const emails = new AccountEmails(sql, sendConfirmation);

  async function ofAccount(request: Request, env: Env, path: string): Promise<Response | undefined> {
    const [, identityId] = IDENTITY.exec(path) ?? [];
    if (!identityId && !/^\/factors(\/|$)/.test(path)) return undefined;
    const claims = await sessions.readClaims(request);
    const ask = (about: string) => {
      const { url, headers } = request;
      return service(new Request(new URL(PREFIX + about, url), { headers }), env);
    };
    // The underlying service explains why it rejects this caller.
    if (!claims) return ask("/user");
    if (!identityId) return factors.answer(request, claims);
    if (request.method === "DELETE") return removeIdentity(sql, claims, identityId);
    return identityId === "authorize" ? ask(`/authorize${new URL(request.url).search}`) : undefined;
  }

  async function refuse(request: Request, call: string, body: Json): Promise<Response | undefined> {
    const { email, password, type, token, token_hash: hash } = body;
    const isChange = call === "PUT /user";
    if ((isChange || call === "POST /signup") && Buffer.byteLength(String(password)) > MOST_PASSWORD_BYTES)
      return refusal(400, "validation_failed", "Password cannot be longer than 72 characters");
    if (call === "POST /verify" && type && Boolean(token) === Boolean(hash))
      return refusal(400, "validation_failed", "Verify requires either a token or a token hash");
    const claims = isChange && (password || email) ? await sessions.readClaims(request) : undefined;
    if (!claims) return emails.refuse(call, body);
    if (claims.aal !== "aal2" && (await factors.isEnrolled(claims.sub))) {
      const msg = "AAL2 session is required to update email or password when MFA is enabled.";
      return refusal(401, "insufficient_aal", msg);
    }
    return emails.refuseChange(email, claims.sub);
  }

  /** Calls the underlying service, which doesn't support the `email` and `invite` verification types. */
  async function ask(request: Request, env: Env, call: string, body: Json): Promise<Response> {
    const isVerification = call === "POST /verify";
    const type = isVerification ? await knownType(body) : undefined;
    const answer = await service(type ? withBody(request, { ...body, type }) : request, env);
    if (answer.status !== 429) return answer;
    if (call === "POST /signup") return emails.confirmAgain(body);
    if (call !== "POST /resend" || body.type !== "signup") return answer;
    const again = await emails.confirmAgain(body);
    return again.ok ? Response.json({}) : again;
  }

  /**
   * A `magiclink` uses a recovery token, an `invite` a sign-up token, and an `email` either. The underlying service
   * would also accept a sign-up token for a `magiclink`.
   */
  async function knownType({ type, token_hash: hash }: Json): Promise<string | undefined> {
    if (type === "magiclink") return "recovery";
    if (type === "invite") return "signup";
    if (type !== "email") return undefined;
    const found = await sql`select from auth.users where confirmation_token = ${String(hash)}`;
    return found.length > 0 ? "signup" : "recovery";
  }

  async function completed(answer: Response, path: string, query: URLSearchParams): Promise<Response> {
    if (!answer.ok || !answer.headers.get("content-type")?.includes("json")) return answer;
    const body = (await answer.clone().json()) as Json;
    const session = (body.access_token ? body : body.session) as Json | undefined;
    if (typeof session?.access_token === "string")
      session.access_token = await sessions.stamped(session.access_token, methodOf(path, query));
    const given = body.user as Json | undefined;
    const isUser = path === "/user" || path === "/signup";
    if (given) body.user = (await findUser(sql, String(given.id))) ?? given;
    const user = !given && isUser && body.id ? await findUser(sql, String(body.id)) : undefined;
    const headers = new Headers(answer.headers);
    headers.delete("content-length");
    return new Response(JSON.stringify(user ?? body), { status: answer.status, headers });
  }

  async function respond(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.slice(PREFIX.length);
    const call = `${request.method} ${path}`;
    if (call === "GET /.well-known/jwks.json") return publishedKeys(tokens);
    const ofOwn = await ofAccount(request, env, path);
    if (ofOwn) return ofOwn;
    const hasBody = request.method === "POST" || request.method === "PUT";
    const body = hasBody ? await readBody(request) : {};
    const refused = await refuse(request, call, body);
    if (refused) return refused;
    const changer = call === "PUT /user" && body.password ? await sessions.readClaims(request) : undefined;
    const answer = await ask(request, env, call, body);
    if (changer && answer.ok) await sessions.afterNewPassword(changer);
    return completed(answer, path, searchParams);
  }

  return async (request, env) => {
    if (!new URL(request.url).pathname.startsWith(`${PREFIX}/`)) return service(request, env);
    return toRequestedVersion(request, await respond(request, env));
  };
}

const publishedKeys = (tokens: AccessTokens) =>
  Response.json(tokens.published, { headers: { "cache-control": "public, max-age=600" } });

async function readBody(request: Request): Promise<Json> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => ({}));
  return body && typeof body === "object" ? (body as Json) : {};
}

function withBody({ url, method, headers: given }: Request, body: Json): Request {
  const headers = new Headers(given);
  headers.delete("content-length");
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** Returns the sign-in method of a new session. A refresh has none. */
function methodOf(path: string, query: URLSearchParams): Method | undefined {
  if (path === "/signup") return "password";
  if (path !== "/token") return "otp";
  const grant = query.get("grant_type");
  if (grant === "refresh_token") return undefined;
  return grant === "password" ? "password" : "oauth";
}
