import "server-only";
import type { User } from "@supabase/supabase-js";
import { authenticatorOf } from "@/lib/auth/authenticator";

/** An account at another site. The last sign-in method can't be removed. */
export type Identity = { id: string; provider: string; email: string; isRemovable: boolean };

export type SignInMethods = {
  /** The current email. The token may contain the previous one for an hour. */
  email: string;
  /** The new email until both emailed links are opened. */
  pendingEmail: string | null;
  /** Null when the setting is off. */
  authenticator: "on" | "off" | null;
  identities: Identity[];
  providers: string[];
  /** False for an account created through another site. */
  hasPassword: boolean;
};

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
