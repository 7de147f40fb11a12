import "server-only";
import { createServerClient, type SetAllCookies } from "@supabase/ssr";
import { createClient, type Session } from "@supabase/supabase-js";
import { cookies, headers } from "next/headers";
import { env } from "@/lib/base/env";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import { authFetch } from "@/lib/supabase/auth-fetch";
import {
  hasSessionCookie,
  MAX_SESSION_BYTES,
  sessionCookie,
  sessionStorage,
  signedInOptions,
} from "@/lib/supabase/cookies";
import type { Database } from "@/lib/supabase/database.types";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

/** Stands in the names of the cookies that hold this browser's half of a sign-in at another site. */
const CODE_VERIFIER = "-code-verifier";
/** Nobody needs longer at the other site: the auth service forgets a sign-in after five minutes. */
const VERIFIER_SECONDS = 15 * 60;

/**
 * Makes the auth client of this request's session. It sets and clears the session's cookies and keeps the cookie
 * `signed_in` in step, so it is for route handlers: a page that makes it change a cookie throws.
 */
export async function authClient(until?: AbortSignal) {
  const store = await cookies();
  const setAll: SetAllCookies = (list) => {
    for (const { name, value, options } of list) {
      const isVerifier = value !== "" && name.includes(CODE_VERIFIER);
      store.set(name, value, isVerifier ? { ...options, maxAge: VERIFIER_SECONDS } : options);
    }
    const present = hasSessionCookie(
      store
        .getAll()
        .filter(({ value }) => value)
        .map(({ name }) => name),
    );
    store.set(SIGNED_IN_COOKIE, present ? "1" : "", signedInOptions(present));
  };
  return cookieClient(setAll, until);
}

/**
 * Makes an auth client that redeems the code of another site with this browser's half of the secret (PKCE). The session
 * that it wins stays in it: whether this browser gets it is decided afterwards.
 */
export async function codeClient() {
  const store = await cookies();
  return cookieClient((list) => {
    for (const { name, value, options } of list) {
      if (name.includes(CODE_VERIFIER)) store.set(name, value, options);
    }
  });
}

/** Removes PKCE verifier cookies: all, or only those of `flowId`, as another tab may still be on its way. */
export async function removeVerifiers(flowId?: string | null): Promise<void> {
  const store = await cookies();
  const { name: _, ...attributes } = sessionCookie();
  for (const { name } of store.getAll()) {
    const isOfOther = flowId && name.includes("-flow-") && !name.includes(`-flow-${flowId}${CODE_VERIFIER}`);
    if (name.includes(CODE_VERIFIER) && !isOfOther) store.set(name, "", { ...attributes, maxAge: 0 });
  }
}

async function cookieClient(setAll: SetAllCookies, until?: AbortSignal) {
  const [store, list] = await Promise.all([cookies(), headers()]);
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createServerClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    ...sessionStorage(),
    // The way back then names which of several tabs it belongs to (sb_flow_id).
    auth: { experimental: { appendPkceFlowIdToRedirects: true } },
    cookies: { encode: "tokens-only", getAll: () => store.getAll(), setAll },
    global: { fetch: authFetch(list, { until, hasCookies: true }) },
  });
}

/**
 * Makes an auth client without cookies: what it does signs nobody in to this browser. It works for the client of
 * `request`, which middleware hands in; elsewhere it is the request that is being answered. For `until` see authFetch.
 */
export async function detachedAuthClient(request?: Pick<Headers, "get">, until?: AbortSignal) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: authFetch(request ?? (await headers()), { until }) },
  });
}

/** Names the type of an auth client without cookies. */
export type DetachedClient = Awaited<ReturnType<typeof detachedAuthClient>>;

/** Answers the session that a detached client has won; throws 401 when it has none. */
export async function sessionOf(winner: DetachedClient): Promise<Session> {
  const { data } = await winner.auth.getSession();
  if (!data.session) throw new AppError("no_session");
  return data.session;
}

/**
 * Makes a session that was won without cookies the session of this browser. Throws 400 for one that is too large for cookies, and
 * 503 when the auth service does not confirm it. For route handlers.
 */
export async function adoptSession({ access_token, refresh_token }: Session): Promise<void> {
  if (access_token.length + refresh_token.length > MAX_SESSION_BYTES - 512)
    throw new AppError("session_too_large");
  const client = await authClient();
  const { error } = await client.auth.setSession({ access_token, refresh_token });
  if (error) throw new ServiceUnavailableError("auth", error);
}

/** Makes a database client that asks as the holder of this access token: row level security decides what it sees. */
export function personClient(accessToken: string) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    accessToken: async () => accessToken,
    db: { retry: false },
    global: { fetch: watchedFetch },
  });
}
