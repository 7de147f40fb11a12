import "server-only";
import type { Provider } from "@supabase/supabase-js";
import { isProviderOn } from "@/lib/auth/data";
import type { LoginTarget } from "@/lib/auth/session/landing-path";
import { apiPaths } from "@/lib/base/api-paths";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { type Bucket, takeRateLimits } from "@/lib/http/rate-limit";
import { authClient } from "@/lib/supabase/server";

/** Reason for a failed sign-in at another site, as in the URL (see login-notice.ts). */
export type CallbackFailure =
  | "link"
  | "refused"
  | "taken"
  | "unverified"
  | "locked"
  | "off"
  | "closed"
  | "expired"
  | "template"
  | "large"
  | "busy"
  | "unavailable";

export const LINK_BACK = { next: paths.profile, for: "link" } as const;

/**
 * Redirects (303) to the path or URL that `work` returns. Failures redirect to the login instead of returning JSON.
 * `bucket` is separate from other sign-in limits, because other sites' pages can trigger these requests.
 */
export async function redirectWithinLimit(bucket: Bucket, work: () => Promise<string>): Promise<Response> {
  // A relative URL keeps the browser on its current origin.
  const location = await takeRateLimits([bucket])
    .then(work)
    .catch((error: unknown) => {
      const code = error instanceof AppError ? error.code : undefined;
      if (code === "rate_limited") return failedToSignIn("busy");
      if (code === "session_too_large") return failedToSignIn("large");
      log.error("auth.oauth_failed", error);
      return failedToSignIn("unavailable");
    });
  return new Response(null, { status: 303, headers: { location } });
}

/** Returns the URL that starts a sign-in, or /login if the site is disabled. */
export async function startOAuth(provider: string, loginTarget: LoginTarget): Promise<string> {
  if (!(await isProviderOn(provider))) return failedToSignIn("off");
  const query = { next: loginTarget.next ?? undefined, plan: loginTarget.plan ?? undefined };
  const client = await authClient();
  const { data, error } = await client.auth.signInWithOAuth({
    provider: provider as Provider,
    options: {
      redirectTo: env().APP_URL + withQuery(apiPaths.authCallback, query),
      skipBrowserRedirect: true,
    },
  });
  if (!error && data.url) return data.url;
  log.error("auth.oauth_start_failed", error ?? new Error("no address"), { provider });
  return failedToSignIn("unavailable");
}

export function failedToSignIn(failure: CallbackFailure): string {
  return withQuery(paths.login, { failed: failure });
}
