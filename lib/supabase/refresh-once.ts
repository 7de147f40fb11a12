import "server-only";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

/** The auth service itself takes a used refresh token for so long as a repeated call. */
const KEPT_MS = 10_000;

type Answer = { status: number; headers: Headers; body: string };

const refreshes = new Map<string, Promise<Answer>>();

/**
 * Fetches for the auth client, so that a refresh token is used once however many pages of one browser load at the same
 * moment. A refresh token works once: the losers of a race would be refused, and would clear the cookie that the winner
 * has just set. Whoever asks this process with the same token within ten seconds gets the same new session. A refused
 * refresh is forgotten at once. Any other call goes through as it is.
 */
export const refreshOnce: typeof fetch = async (input, init) => {
  const token = refreshTokenOf(input, init);
  if (!token) return watchedFetch(input, init);
  let refresh = refreshes.get(token);
  if (!refresh) {
    refresh = ask(input, init);
    refreshes.set(token, refresh);
    const forget = () => refreshes.delete(token);
    refresh.then(({ status }) => (status < 400 ? setTimeout(forget, KEPT_MS) : forget()), forget);
  }
  const { status, headers, body } = await refresh;
  return new Response(body, { status, headers });
};

async function ask(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Answer> {
  const response = await watchedFetch(input, init);
  const headers = new Headers(response.headers);
  // The body is handed on unpacked.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return { status: response.status, headers, body: await response.text() };
}

function refreshTokenOf(input: RequestInfo | URL, init: RequestInit | undefined): string | null {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!url.pathname.endsWith("/token") || url.searchParams.get("grant_type") !== "refresh_token") return null;
  if (typeof init?.body !== "string") return null;
  const { refresh_token: token } = JSON.parse(init.body) as { refresh_token?: unknown };
  return typeof token === "string" ? token : null;
}
