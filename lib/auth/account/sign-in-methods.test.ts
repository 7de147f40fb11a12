import type { User, UserIdentity } from "@supabase/supabase-js";
import { signInMethodsOf } from "@/lib/auth/account/sign-in-methods";

const anIdentity = (provider: string, email?: unknown) =>
  ({
    identity_id: `id-${provider}`,
    provider,
    identity_data: email === undefined ? undefined : { email },
  }) as UserIdentity;
const aUser = (identities: UserIdentity[] | undefined, factors: object[] = []) =>
  ({ email: "a@b.test", identities, factors }) as unknown as User;
const ADDRESS = { email: "a@b.test", pendingEmail: null };
const APP = { id: "app", factor_type: "totp", status: "verified" };

test("offers every site to an account with only a password", () => {
  expect(signInMethodsOf(aUser([anIdentity("email", "a@b.test")]), ["github", "google"], true)).toEqual({
    ...ADDRESS,
    authenticator: "off",
    identities: [],
    providers: ["github", "google"],
    hasPassword: true,
  });
});

test("lists a connected site with its email and stops offering it", () => {
  const user = aUser([anIdentity("email"), anIdentity("google", "g@b.test")], [APP]);
  expect(signInMethodsOf(user, ["github", "google"], true)).toEqual({
    ...ADDRESS,
    authenticator: "on",
    identities: [{ id: "id-google", provider: "google", email: "g@b.test", isRemovable: true }],
    providers: ["github"],
    hasPassword: true,
  });
});

test("keeps the last sign-in method and ignores a malformed email", () => {
  expect(signInMethodsOf(aUser([anIdentity("google", 7)]), [], false)).toEqual({
    ...ADDRESS,
    authenticator: null,
    identities: [{ id: "id-google", provider: "google", email: "", isRemovable: false }],
    providers: [],
    hasPassword: false,
  });
});

test("assumes a password when the service lists no identities", () => {
  expect(signInMethodsOf(aUser(undefined), [], false).hasPassword).toBe(true);
});
