import "server-only";
import type { Provider } from "@supabase/supabase-js";
import { isProviderOn } from "@/lib/auth/data";
import type { Wish } from "@/lib/auth/session/landing-path";
import { apiPaths } from "@/lib/base/api-paths";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { type Bucket, takeRateLimits } from "@/lib/http/rate-limit";
import { authClient } from "@/lib/supabase/server";

/**
 * Names why a sign-in that left our pages did not end with a session, in the address of /login or the profile (see
 * login-notice.ts).
 */
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

/** Holds the query of the way back that says that another site is being connected, not signed in with. */
export const LINK_BACK = { next: paths.profile, for: "link" } as const;

/**
 * Sends the browser (303) to the path or address that `work` answers. A browser is on its way between pages here, so a
 * fault is not answered as JSON but leads to the login page, which says so. The tries are counted in `bucket`, which is
 * no other way's to sign in: pages of others can make a browser come here.
 */
export async function leadOn(bucket: Bucket, work: () => Promise<string>): Promise<Response> {
  // A relative address keeps the browser on the origin it is on.
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

/**
 * Returns the address that starts a sign-in at another site, or /login when the auth service does not offer that one.
 */
export async function startOAuth(provider: string, wish: Wish): Promise<string> {
  if (!(await isProviderOn(provider))) return failedToSignIn("off");
  const query = { next: wish.next ?? undefined, plan: wish.plan ?? undefined };
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

/** Returns the path of the login page that says why the sign-in failed. */
export function failedToSignIn(failure: CallbackFailure): string {
  return withQuery(paths.login, { failed: failure });
}
