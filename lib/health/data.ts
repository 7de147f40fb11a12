import "server-only";
import * as z from "zod/mini";
import { env } from "@/lib/base/env";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

/**
 * Answers which of these migrations (the first fourteen figures of their files) the database has not had. Throws
 * ServiceUnavailableError when it does not answer within five seconds.
 */
export async function listMissingMigrations(versions: readonly string[]): Promise<string[]> {
  return call(serviceClient(), "missing_migrations", { p_versions: [...versions] }, z.array(z.string()));
}

/** Tells whether the auth service answers within five seconds. Never throws. */
export async function hasAuthAnswered(): Promise<boolean> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  try {
    const headers = { apikey: SUPABASE_PUBLISHABLE_KEY };
    return (await watchedFetch(`${SUPABASE_URL}/auth/v1/settings`, { headers })).ok;
  } catch {
    // That is the answer: the caller logs it.
    return false;
  }
}
