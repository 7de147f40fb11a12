import "server-only";
import { createServerClient, type SetAllCookies } from "@supabase/ssr";
import { createClient } from "@supabase/supabase-js";
import { cookies } from "next/headers";
import { env } from "@/lib/env";
import { hasSessionCookie, SIGNED_IN_COOKIE, sessionCookie, signedInOptions } from "@/lib/supabase/cookies";
import type { Database } from "@/lib/supabase/database.types";
import { fetchWithTimeout } from "@/lib/supabase/fetch-with-timeout";
import { refreshOnce } from "@/lib/supabase/refresh-once";

/** The auth client of this request, for route handlers: it may set and clear the session's cookies. */
export async function authClient() {
  const store = await cookies();
  const setAll: SetAllCookies = (list) => {
    for (const { name, value, options } of list) store.set(name, value, options);
    const present = hasSessionCookie(
      store
        .getAll()
        .filter(({ value }) => value)
        .map(({ name }) => name),
    );
    store.set(SIGNED_IN_COOKIE, present ? "1" : "", signedInOptions(present));
  };
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createServerClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    cookieOptions: sessionCookie(),
    cookies: { getAll: () => store.getAll(), setAll },
    global: { fetch: refreshOnce },
  });
}

/** A client that reads as the holder of this access token: row level security decides what it sees. */
export function personClient(accessToken: string) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    accessToken: async () => accessToken,
    global: { fetch: fetchWithTimeout },
  });
}
