import "server-only";
import * as z from "zod/mini";
import { fetchAuthSettings } from "@/lib/supabase/auth-settings";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Answers which of these migrations (the first fourteen figures of their files) the database has not had. Throws
 * ServiceUnavailableError when it does not answer within five seconds.
 */
export async function listMissingMigrations(versions: readonly string[]): Promise<string[]> {
  return call(serviceClient(), "missing_migrations", { p_versions: [...versions] }, z.array(z.string()));
}

/** Tells whether the auth service answers within five seconds. Never throws: the caller logs the outcome. */
export async function hasAuthAnswered(): Promise<boolean> {
  return fetchAuthSettings().then(
    () => true,
    () => false,
  );
}
