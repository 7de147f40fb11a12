import "server-only";
import { loadProviders } from "@/lib/auth/auth-settings";
import { offersAuthenticator } from "@/lib/auth/second-factor/authenticator";
import { authenticatorOf } from "@/lib/auth/second-factor/second-factor";
import type { Person } from "@/lib/auth/session/loaders";
import { log } from "@/lib/base/log";
import { withinBudget } from "@/lib/base/within-budget";
import { detachedAuthClient } from "@/lib/supabase/server";

/** An account of another site that signs in here, too. `id` is what disconnects it; the last way in stays. */
export type Identity = { id: string; provider: string; email: string; isRemovable: boolean };

/** How a person signs in, as far as the auth service offers more than a password. */
export type SignInMethods = {
  /** null where none is offered. */
  authenticator: "on" | "off" | null;
  identities: Identity[];
  /** Sites that can still be connected. */
  providers: string[];
  /** Whether the account began with a password; one that began at another site may lack one. */
  hasPassword: boolean;
};

const PAGE_BUDGET_MS = 2_000;
const PASSWORD_ONLY: SignInMethods = {
  authenticator: null,
  identities: [],
  providers: [],
  hasPassword: true,
};

/** The person's ways to sign in; null while the auth service does not tell. Asks nothing where it offers nothing. */
export async function loadSignInMethods(person: Person): Promise<SignInMethods | null> {
  const providers = await loadProviders();
  if (providers.length === 0 && !offersAuthenticator()) return PASSWORD_ONLY;
  return withinBudget(readMethods(person, providers), PAGE_BUDGET_MS, () => null);
}

async function readMethods(
  { accessToken, userId }: Person,
  providers: string[],
): Promise<SignInMethods | null> {
  const client = await detachedAuthClient();
  const { data, error } = await client.auth.getUser(accessToken);
  if (error) {
    log.error("profile.sign_in_methods_failed", error, { userId });
    return null;
  }
  const all = data.user.identities ?? [];
  const identities = all
    .filter(({ provider }) => provider !== "email")
    .map(({ identity_id: id, provider, identity_data: known }) => ({
      id,
      provider,
      email: typeof known?.email === "string" ? known.email : "",
      isRemovable: all.length > 1,
    }));
  return {
    authenticator: offersAuthenticator() ? (authenticatorOf(data.user) ? "on" : "off") : null,
    identities,
    providers: providers.filter((name) => !identities.some(({ provider }) => provider === name)),
    hasPassword: all.length === 0 || all.some(({ provider }) => provider === "email"),
  };
}
