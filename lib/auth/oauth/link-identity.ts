import "server-only";
import type { Provider } from "@supabase/supabase-js";
import { endSession, type Proof, reauthenticate } from "@/lib/auth/account/reauthenticate";
import { authFailure } from "@/lib/auth/auth-failure";
import { isProviderOn } from "@/lib/auth/data";
import { LINK_BACK } from "@/lib/auth/oauth/start-oauth";
import { apiPaths } from "@/lib/base/api-paths";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { withQuery } from "@/lib/base/paths";
import { authClient } from "@/lib/supabase/server";

/** Returns the URL that connects another site. Throws 400 for a disabled site. */
export async function linkIdentity(proof: Proof, provider: string): Promise<{ url: string }> {
  if (!(await isProviderOn(provider))) throw new AppError("provider_not_offered");
  await reauthenticate(proof, endSession);
  // Started in the browser's own session, because the callback returns to it.
  const client = await authClient();
  const { data, error } = await client.auth.linkIdentity({
    provider: provider as Provider,
    options: {
      redirectTo: env().APP_URL + withQuery(apiPaths.authCallback, LINK_BACK),
      skipBrowserRedirect: true,
    },
  });
  if (error) throw authFailure(error, "link_identity");
  if (!data.url) throw new AppError("provider_not_offered");
  return { url: data.url };
}

/** Disconnects a site, idempotently. Throws 409 for the last sign-in method. */
export async function removeIdentity(proof: Proof, identityId: string): Promise<{ isRemoved: true }> {
  return reauthenticate(proof, async (client, user) => {
    const identities = user.identities ?? [];
    const identity = identities.find(({ identity_id }) => identity_id === identityId);
    if (identity) {
      if (identities.length < 2 || identity.provider === "email") throw new AppError("last_identity");
      const { error } = await client.auth.unlinkIdentity(identity);
      if (error) throw authFailure(error, "remove_identity");
      log.info("auth.identity_removed", { userId: user.id, provider: identity.provider });
    }
    await endSession(client);
    return { isRemoved: true };
  });
}
