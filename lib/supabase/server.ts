import "server-only";
import { createServerClient, type SetAllCookies } from "@supabase/ssr";
import { createClient, type Session } from "@supabase/supabase-js";
import { cookies, headers } from "next/headers";
import { env } from "@/lib/base/env";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import { authFetch } from "@/lib/supabase/auth-fetch";
import { hasSessionCookie, sessionCookie, signedInOptions } from "@/lib/supabase/cookies";
import type { Database } from "@/lib/supabase/database.types";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

/** Stands in the names of the cookies that hold this browser's half of a sign-in at another site. */
const CODE_VERIFIER = "-code-verifier";

/**
 * Makes the auth client of this request's session. It sets and clears the session's cookies and keeps the cookie
 * `signed_in` in step, so it is for route handlers: a page that makes it change a cookie throws.
 */
export async function authClient() {
  const store = await cookies();
  return cookieClient((list) => {
    for (const { name, value, options } of list) store.set(name, value, options);
    const present = hasSessionCookie(
      store
        .getAll()
        .filter(({ value }) => value)
        .map(({ name }) => name),
    );
    store.set(SIGNED_IN_COOKIE, present ? "1" : "", signedInOptions(present));
  });
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

async function cookieClient(setAll: SetAllCookies) {
  const [store, list] = await Promise.all([cookies(), headers()]);
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createServerClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    cookieOptions: sessionCookie(),
    cookies: { getAll: () => store.getAll(), setAll },
    global: { fetch: authFetch(list) },
  });
}

/**
 * Makes an auth client without cookies: what it does signs nobody in to this browser. It works for the client of
 * `request`, which middleware hands in; elsewhere it is the request that is being answered.
 */
export async function detachedAuthClient(request?: Pick<Headers, "get">) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: authFetch(request ?? (await headers())) },
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
 * Makes a session that was won without cookies the session of this browser. Throws 503 when the auth service does not
 * confirm it. For route handlers.
 */
export async function adoptSession({ access_token, refresh_token }: Session): Promise<void> {
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
