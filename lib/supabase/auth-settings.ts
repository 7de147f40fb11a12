import "server-only";
import { env } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

/** Unvalidated: each reader checks what it needs. */
export type AuthSettings = { mailer_autoconfirm?: unknown; external?: Record<string, unknown> };

/** Returns the auth service's public settings. Throws 503 after 5 s or for anything but a JSON object. */
export async function fetchAuthSettings(): Promise<AuthSettings> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  const response = await watchedFetch(`${SUPABASE_URL}/auth/v1/settings`, {
    headers: { apikey: SUPABASE_PUBLISHABLE_KEY },
  }).catch((error: unknown) => {
    throw new ServiceUnavailableError("auth", error);
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok || typeof body !== "object" || body === null) {
    const answer = `GET /settings returned ${response.status} ${response.ok ? "without JSON" : ""}`.trim();
    throw new ServiceUnavailableError("auth", new Error(answer));
  }
  return body;
}
