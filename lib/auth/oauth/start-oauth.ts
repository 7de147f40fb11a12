import "server-only";
import type { Provider } from "@supabase/supabase-js";
import { listProviders } from "@/lib/auth/data";
import type { Wish } from "@/lib/auth/session/landing-path";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { authClient } from "@/lib/supabase/server";

/** Why a sign-in that left our pages did not come back with a session; named in the address of /login or the profile. */
export type CallbackFailure = "link" | "refused" | "taken" | "busy" | "unavailable";

/** What an address that connects another site to an account carries, so that it comes back to the profile. */
export const LINK_BACK = { next: paths.profile, for: "link" } as const;

/** Sends the browser to what `work` answers; a fault has a page to be read on, too. */
export async function leadOn(address: string, work: () => Promise<string>): Promise<Response> {
  // A relative address keeps the browser on the origin it is on.
  const location = await takeRateLimits([{ ...rateLimits.signInAddress, subject: address }])
    .then(work)
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === "rate_limited") return failedToSignIn("busy");
      log.error("auth.oauth_failed", error);
      return failedToSignIn("unavailable");
    });
  return new Response(null, { status: 303, headers: { location } });
}

/** The address that starts a sign-in at another site; /login when the auth service does not offer that one. */
export async function startOAuth(provider: string, wish: Wish): Promise<string> {
  if (!(await listProviders()).includes(provider)) return paths.login;
  const query = { next: wish.next ?? undefined, plan: wish.plan ?? undefined };
  const client = await authClient();
  const { data, error } = await client.auth.signInWithOAuth({
    provider: provider as Provider,
    options: {
      redirectTo: env().APP_URL + withQuery(paths.api.authCallback, query),
      skipBrowserRedirect: true,
    },
  });
  if (!error && data.url) return data.url;
  log.error("auth.oauth_start_failed", error ?? new Error("no address"), { provider });
  return failedToSignIn("unavailable");
}

/** The log-in page, which says why the sign-in failed. */
export function failedToSignIn(failure: CallbackFailure): string {
  return withQuery(paths.login, { failed: failure });
}
