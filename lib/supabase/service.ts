import "server-only";
import { createClient } from "@supabase/supabase-js";
import { env } from "@/lib/base/env";
import type { Database } from "@/lib/supabase/database.types";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

let client: ReturnType<typeof makeClient> | undefined;

/**
 * Returns the shared, stateless client with the secret key, which bypasses row level security. A lint rule limits its
 * importers, and the SQL function must check ownership. Never use it with session cookies, whose token would replace
 * the key.
 */
export function serviceClient() {
  client ??= makeClient();
  return client;
}

function makeClient() {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // The client's retries would extend our 5 s limit to 27 s.
    db: { retry: false },
    global: { fetch: watchedFetch },
  });
}
