import "server-only";
import { createClient } from "@supabase/supabase-js";
import { env } from "@/lib/base/env";
import { fetchWithTimeout } from "@/lib/base/time-limit";
import type { Database } from "@/lib/supabase/database.types";

/**
 * The client with the secret key: past row level security, so only for the functions that write. Never built
 * with the session's cookies, which would replace the key. Importable only where design and lint allow.
 */
export function serviceClient() {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = env();
  return createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchWithTimeout },
  });
}
