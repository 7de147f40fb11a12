import "server-only";
import type { User } from "@supabase/supabase-js";
import { authenticatorOf } from "@/lib/auth/authenticator";

/**
 * Holds an account of another site that signs in here, too. Its `id` disconnects it; the last way in is not
 * removable.
 */
export type Identity = { id: string; provider: string; email: string; isRemovable: boolean };

/** Returns how a person signs in. */
export type SignInMethods = {
  /** The account's address now; the session's token may still name the former one for an hour. */
  email: string;
  /** The address that the account changes to once both emailed links have been opened; null without one. */
  pendingEmail: string | null;
  /** Null where the auth service offers none. */
  authenticator: "on" | "off" | null;
  identities: Identity[];
  /** Sites that can still be connected. */
  providers: string[];
  /** Whether the account began with a password; one that began at another site may lack one. */
  hasPassword: boolean;
};

/**
 * Turns what the auth service knows of a person into their ways to sign in; `providers` are the sites that it offers.
 */
export function signInMethodsOf(
  user: User,
  providers: string[],
  offersAuthenticator: boolean,
): SignInMethods {
  const all = user.identities ?? [];
  const identities = all
    .filter(({ provider }) => provider !== "email")
    .map(({ identity_id: id, provider, identity_data: known }) => ({
      id,
      provider,
      email: typeof known?.email === "string" ? known.email : "",
      isRemovable: all.length > 1,
    }));
  return {
    email: user.email ?? "",
    pendingEmail: user.new_email || null,
    authenticator: offersAuthenticator ? (authenticatorOf(user) ? "on" : "off") : null,
    identities,
    providers: providers.filter((name) => !identities.some(({ provider }) => provider === name)),
    hasPassword: all.length === 0 || all.some(({ provider }) => provider === "email"),
  };
}
