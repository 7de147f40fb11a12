import "server-only";
import { fetchFromAuth } from "@/lib/supabase/auth-answer";

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
