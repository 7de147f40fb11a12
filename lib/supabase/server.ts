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

const CODE_VERIFIER = "-code-verifier";
/** The auth service itself expires a sign-in after five minutes. */
const VERIFIER_SECONDS = 15 * 60;

/** Returns this request's auth client, which sets and clears session cookies. Route handlers only. */
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

/** Returns a client that redeems a PKCE code without setting session cookies. The caller decides about those later. */
export async function codeClient() {
  const store = await cookies();
  return cookieClient((list) => {
    for (const { name, value, options } of list) {
      if (name.includes(CODE_VERIFIER)) store.set(name, value, options);
    }
  });
}

/** Removes PKCE verifier cookies: all of them, or only those of `flowId`, since other tabs may still need theirs. */
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
    // Lets the callback distinguish tabs (sb_flow_id).
    auth: { experimental: { appendPkceFlowIdToRedirects: true } },
    cookies: { encode: "tokens-only", getAll: () => store.getAll(), setAll },
    global: { fetch: authFetch(list, { until, hasCookies: true }) },
  });
}

/** Returns an auth client without cookies, which creates no session. See authFetch for `until`. */
export async function detachedAuthClient(request?: Pick<Headers, "get">, until?: AbortSignal) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: authFetch(request ?? (await headers()), { until }) },
  });
}

export type DetachedClient = Awaited<ReturnType<typeof detachedAuthClient>>;

export async function requireSession(winner: DetachedClient): Promise<Session> {
  const { data } = await winner.auth.getSession();
  if (!data.session) throw new AppError("no_session");
  return data.session;
}

/** Stores this session in the browser's cookies. Throws 400 if it's too large, 503 if it can't be confirmed. */
export async function adoptSession({ access_token, refresh_token }: Session): Promise<void> {
  if (access_token.length + refresh_token.length > MAX_SESSION_BYTES - 512)
    throw new AppError("session_too_large");
  const client = await authClient();
  const { error } = await client.auth.setSession({ access_token, refresh_token });
  if (error) throw new ServiceUnavailableError("auth", error);
}

/** Returns a database client for the token's user, subject to row level security. */
export function personClient(accessToken: string) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    accessToken: async () => accessToken,
    db: { retry: false },
    global: { fetch: watchedFetch },
  });
}
