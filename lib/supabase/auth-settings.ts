import "server-only";
import { env } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

/** The public settings of the auth service, unchecked: each reader tests what it needs. */
export type AuthSettings = { mailer_autoconfirm?: unknown; external?: Record<string, unknown> };

/**
 * Fetches the auth service's public settings, which needs only the publishable key. Throws 503 when the service doesn't answer
 * within 5 s, refuses, or returns anything but a JSON object, such as a gateway's error page.
 */
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
