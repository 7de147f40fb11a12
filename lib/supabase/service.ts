import "server-only";
import { createClient } from "@supabase/supabase-js";
import { env } from "@/lib/base/env";
import type { Database } from "@/lib/supabase/database.types";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

let client: ReturnType<typeof makeClient> | undefined;

/**
 * Returns the database client with the secret key, which passes by row level security: all requests share it, because it
 * keeps no state. A lint rule lets only data.ts, mutations.ts and the limiter import it; what they read or write must
 * be bound to its owner by the SQL function. It is never built with the session's cookies, whose token would replace the
 * key.
 */
export function serviceClient() {
  client ??= makeClient();
  return client;
}

function makeClient() {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // The client's own retries make of our 5 s up to 27; who asks decides whether to ask again.
    db: { retry: false },
    global: { fetch: watchedFetch },
  });
}
