import "server-only";
import { fetchFromAuth } from "@/lib/supabase/auth-answer";

/** The auth service itself takes a used refresh token for so long as a repeated call. */
const KEPT_MS = 10_000;

type Answer = { status: number; headers: Headers; body: string; isKept: boolean };

const refreshes = new Map<string, Promise<Answer>>();

/**
 * Fetches for the auth client, so that a refresh token is used once however many pages of one browser load at the same
 * moment. A refresh token works once: the losers of a race would be refused, and would clear the cookie that the winner
 * has just set. Whoever asks this process with the same token within ten seconds gets the same new session. A refusal
 * isn't kept; a 429 is, for ten seconds. Any other call goes through as it is.
 */
export const refreshOnce: typeof fetch = async (input, init) => {
  const token = refreshTokenOf(input, init);
  if (!token) return fetchFromAuth(input, init);
  let refresh = refreshes.get(token);
  if (!refresh) {
    refresh = ask(input, init);
    refreshes.set(token, refresh);
    const forget = () => refreshes.delete(token);
    refresh.then(({ isKept }) => (isKept ? setTimeout(forget, KEPT_MS) : forget()), forget);
  }
  const { status, headers, body } = await refresh;
  return new Response(body, { status, headers });
};

async function ask(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Answer> {
  const response = await fetchFromAuth(input, init);
  const { status, headers } = response;
  const body = await response.text();
  // The client would clear the session for a 429. As an outage it tries again, so it gets the same answer for a while.
  if (status === 429) return { status: 503, headers, body, isKept: true };
  return { status, headers, body, isKept: status < 400 };
}

function refreshTokenOf(input: RequestInfo | URL, init: RequestInit | undefined): string | null {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!url.pathname.endsWith("/token") || url.searchParams.get("grant_type") !== "refresh_token") return null;
  if (typeof init?.body !== "string") return null;
  const { refresh_token: token } = JSON.parse(init.body) as { refresh_token?: unknown };
  return typeof token === "string" ? token : null;
}
