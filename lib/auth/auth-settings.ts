import "server-only";
import { env } from "@/lib/env";
import { fetchWithTimeout } from "@/lib/supabase/fetch-with-timeout";

const KEEP_MS = 5 * 60_000;
let kept: { provesAddresses: boolean; until: number } | undefined;

/**
 * Whether the auth service confirms addresses by mail. One that confirms by itself proves nothing: anybody could
 * register the address of somebody else. Kept for five minutes; a service that does not answer counts as a no.
 */
export async function provesAddresses(now: number = Date.now()): Promise<boolean> {
  if (kept && now < kept.until) return kept.provesAddresses;
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env();
  try {
    const answer = await fetchWithTimeout(`${SUPABASE_URL}/auth/v1/settings`, {
      headers: { apikey: SUPABASE_PUBLISHABLE_KEY },
    });
    if (!answer.ok) return false;
    const settings = (await answer.json()) as { mailer_autoconfirm?: boolean };
    kept = { provesAddresses: settings.mailer_autoconfirm === false, until: now + KEEP_MS };
    return kept.provesAddresses;
  } catch {
    return false;
  }
}
