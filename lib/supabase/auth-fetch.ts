import "server-only";
import { log } from "@/lib/base/log";
import { watchedFetch } from "@/lib/supabase/watched-fetch";
import "server-only";
import "server-only";
import { rawClientAddress } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";

/** No endpoint waits longer for a refresh. */
const LONGEST_MS = 15_000;
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:]*:[\da-f:.]*)$/i;

/**
 * Makes the `fetch` of an auth client that works for the person behind `request`. The auth service limits by address,
 * and all calls come from this server, so the service is told the client's address (sb-forwarded-for), which it takes
 * only from a holder of a new secret key (https://supabase.com/docs/guides/auth/rate-limits, IP address forwarding).
 * Calls to other services stay as they are. Refresh tokens are used once (see refresh-once.ts). The client
 * retries only those: a refresh after `until` stays without an answer, as nobody waits for it any longer. Without `until`, it fails
 * after 15 s.
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
  // Older keys are not taken for this.
  if (!url.startsWith(`${SUPABASE_URL}/auth/v1/`) || !SUPABASE_SECRET_KEY.startsWith("sb_secret_"))
    return headers;
  headers.set("sb-forwarded-for", address);
  headers.set("apikey", SUPABASE_SECRET_KEY);
  // The client sends its key as a token where it has none of a person.
  if (headers.get("authorization") === `Bearer ${SUPABASE_PUBLISHABLE_KEY}`) headers.delete("authorization");
  return headers;
}

/** The auth service itself takes a used refresh token for so long as a repeated call. */
const KEPT_MS = 10_000;

/** Refusals that mean the session is over. Any other one (a lock, a hook that fails) says nothing about it. */
const OVER = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_banned",
  "user_not_found",
  "validation_failed",
]);

type Answer = { status: number; headers: Headers; body: string };

const refreshes = new Map<string, Promise<Answer>>();

/**
 * Fetches for the auth client, so that a refresh token is used once however many pages of one browser load at the same
 * moment. A refresh token works once: the losers of a race would be refused, and would clear the cookie that the winner
 * has just set. Whoever asks this process with the same token within ten seconds gets the same new session. A refusal
 * isn't kept; a 429 is, for ten seconds. Any other call goes through as it is.
 *
 * A client with `hasCookies` clears them for any refusal, so it gets one only if the session is over, and else a 503.
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
    refresh = ask(input, init);
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

async function ask(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Answer> {
  const response = await fetchFromAuth(input, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The fields of a JSON object; none for anything else, such as an empty body. */
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

/** Calls after which the auth service hands an email to a mail server before it answers. */
const SENDS_EMAIL = /\/auth\/v1\/(signup|recover|resend|otp|user)$/;
const EMAIL_LIMIT_MS = 10_000;

/**
 * Fetches from the auth service and passes on only what the service itself answered: JSON (or nothing) with a 2xx, a refusal with an
 * error code, a 429, or a 500 in its own words. Anything else comes from a gateway in its place (a paused project, a refused key,
 * a page of HTML) and says nothing about the person: it is logged and becomes a 503, which the auth client takes for an
 * outage, so it keeps the session.
 */
export const fetchFromAuth: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const mayTakeLonger = SENDS_EMAIL.test(url.pathname) && init?.method !== "GET";
  const response = await watchedFetch(input, init, mayTakeLonger ? EMAIL_LIMIT_MS : undefined);
  const { status } = response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  // The body is passed on unpacked.
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
  log.error(
    "auth.answered_by_gateway",
    new Error(`${status} ${response.headers.get("content-type") ?? ""}`),
    {
      path: url.pathname,
    },
  );
  return Response.json({ message: `answered by a gateway with ${status}` }, { status: 503 });
};

/** The client reads `code` as the error code only in an answer that names this version. */
const OF_2024 = { "x-supabase-api-version": "2024-01-01" };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every refusal of the service has an error code: `code` since 2024, with the status as a number there `error_code` before. */
function isRefusal(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const { code, error_code: former } = body as { code?: unknown; error_code?: unknown };
  return typeof code === "string" || typeof former === "string";
}
