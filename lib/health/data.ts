import "server-only";
import * as z from "zod/mini";
import { fetchAuthSettings } from "@/lib/supabase/auth-fetch";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Returns the versions of migrations that the database lacks. Throws ServiceUnavailableError after 5 s. */
export async function listMissingMigrations(versions: readonly string[]): Promise<string[]> {
  return call(serviceClient(), "missing_migrations", { versions: [...versions] }, z.array(z.string()));
}

/** Returns whether the auth service responds within 5 s. */
export async function isAuthReachable(): Promise<boolean> {
  return fetchAuthSettings().then(
    () => true,
    () => false,
  );
}
