import "server-only";
import { rawClientAddress } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";
import { refreshOnce } from "@/lib/supabase/refresh-once";

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
