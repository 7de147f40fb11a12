import "server-only";
import { rawClientAddress } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

/** The longest that any endpoint waits for a refresh. */
const LONGEST_MS = 15_000;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:]*:[\da-f:.]*)$/i;

/**
 * Returns the `fetch` of an auth client. It passes on the client's address (sb-forwarded-for), because the
 * auth service limits by address and only trusts it with a new secret key
 * (https://supabase.com/docs/guides/auth/rate-limits). A refresh after `until` never resolves, since nobody
 * waits for it. Without `until` it fails after 15 s.
 */
export function authFetch(
  request: Pick<Headers, "get">,
  { until, hasCookies = false }: { until?: AbortSignal | undefined; hasCookies?: boolean } = {},
): typeof fetch {
  const address = rawClientAddress(request);
  const end = until ?? AbortSignal.timeout(LONGEST_MS);
  return (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (end.aborted && url.includes("grant_type=refresh_token"))
      return until ? new Promise(() => {}) : Promise.reject(end.reason);
    const given = ADDRESS.test(address) ? { ...init, headers: forwarded(url, init, address) } : init;
    return refreshOnce(input, given, hasCookies);
  };
}

function forwarded(url: string, init: RequestInit | undefined, address: string): Headers {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = env();
  const headers = new Headers(init?.headers);
  // Older keys can't set this header.
  if (!url.startsWith(`${SUPABASE_URL}/auth/v1/`) || !SUPABASE_SECRET_KEY.startsWith("sb_secret_"))
    return headers;
  headers.set("sb-forwarded-for", address);
  headers.set("apikey", SUPABASE_SECRET_KEY);
  // Without a user token, the client sends its key as one.
  if (headers.get("authorization") === `Bearer ${SUPABASE_PUBLISHABLE_KEY}`) headers.delete("authorization");
  return headers;
}

/** The auth service accepts a reused refresh token for this long. */
const KEPT_MS = 10_000;

/** Error codes that end the session. Other refusals don't affect it. */
const OVER = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_banned",
  "user_not_found",
  "validation_failed",
]);

type FetchResult = { status: number; headers: Headers; body: string };

const refreshes = new Map<string, Promise<FetchResult>>();

/**
 * Fetches, using each refresh token once: pages loading at the same time share its new session for ten
 * seconds, or the losers' refusals would clear the winner's cookie. Caches 429 too, but no refusal. A client
 * with `hasCookies` clears them on any refusal, so unless the session is over it gets 503.
 */
export async function refreshOnce(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  hasCookies: boolean,
): Promise<Response> {
  const token = refreshTokenOf(input, init);
  if (!token) return fetchFromAuth(input, init);
  let refresh = refreshes.get(token);
  if (!refresh) {
    refresh = fetchResult(input, init);
    refreshes.set(token, refresh);
    const forget = () => refreshes.delete(token);
    refresh.then(({ status, body }) => {
      if (status === 429 || isNewSession(status, body)) setTimeout(forget, KEPT_MS);
      else forget();
    }, forget);
  }
  const { status, headers, body } = await refresh;
  const isAnswer = isNewSession(status, body) || (status === 429 ? !hasCookies : OVER.has(codeOf(body)));
  return new Response(body, { status: isAnswer ? status : 503, headers });
}

async function fetchResult(input: RequestInfo | URL, init: RequestInit | undefined): Promise<FetchResult> {
  const response = await fetchFromAuth(input, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function fieldsOf(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

const isNewSession = (status: number, body: string) => status < 400 && "access_token" in fieldsOf(body);
const codeOf = (body: string) => String(fieldsOf(body).error_code ?? fieldsOf(body).code);

function refreshTokenOf(input: RequestInfo | URL, init: RequestInit | undefined): string | null {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!url.pathname.endsWith("/token") || url.searchParams.get("grant_type") !== "refresh_token") return null;
  if (typeof init?.body !== "string") return null;
  const { refresh_token: token } = JSON.parse(init.body) as { refresh_token?: unknown };
  return typeof token === "string" ? token : null;
}

/** The auth service sends an email before it responds to these endpoints. */
const SENDS_EMAIL = /\/auth\/v1\/(signup|recover|resend|otp|user)$/;
const EMAIL_LIMIT_MS = 10_000;

/**
 * Fetches from the auth service and passes on only its own responses. A gateway's error (paused project, refused key,
 * HTML) says nothing about the user, so it is logged and becomes a 503, and the client keeps the session.
 */
export const fetchFromAuth: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const mayTakeLonger = SENDS_EMAIL.test(url.pathname) && init?.method !== "GET";
  const response = await watchedFetch(input, init, mayTakeLonger ? EMAIL_LIMIT_MS : undefined);
  const { status } = response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  // The body is already decompressed.
  headers.delete("content-encoding");
  headers.delete("content-length");
  if (status === 204) return new Response(null, { status, headers });
  const body = parsed(text);
  if (status === 429 && !isRefusal(body)) {
    const limit = { code: "over_request_rate_limit", message: "too many requests" };
    return Response.json(limit, { status, headers: OF_2024 });
  }
  const isOwn = status < 400 ? body !== undefined || text === "" : isRefusal(body) && status <= 500;
  if (isOwn) return new Response(text, { status, headers });
  const answered = new Error(`${status} ${response.headers.get("content-type") ?? ""}`);
  log.error("auth.answered_by_gateway", answered, { path: url.pathname });
  return Response.json({ message: `answered by a gateway with ${status}` }, { status: 503 });
};

/** The client reads `code` only with this API version. */
const OF_2024 = { "x-supabase-api-version": "2024-01-01" };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Refusals have a text `code` since 2024. Before, they had `error_code` and a numeric `code`. */
function isRefusal(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const { code, error_code: former } = body as { code?: unknown; error_code?: unknown };
  return typeof code === "string" || typeof former === "string";
}

/** Not validated. Each reader checks what it needs. */
export type AuthSettings = { mailer_autoconfirm?: unknown; external?: Record<string, unknown> };

/** Returns the auth service's public settings. Throws 503 after 5 s or if the response isn't a JSON object. */
export async function fetchAuthSettings(): Promise<AuthSettings> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  const response = await watchedFetch(`${SUPABASE_URL}/auth/v1/settings`, {
    headers: { apikey: SUPABASE_PUBLISHABLE_KEY },
  }).catch((error: unknown) => {
    throw new ServiceUnavailableError("auth", error);
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || typeof body !== "object" || body === null) {
    const answer = `GET /settings returned ${response.status} ${response.ok ? "without JSON" : ""}`.trim();
    throw new ServiceUnavailableError("auth", new Error(answer));
  }
  return body;
}
