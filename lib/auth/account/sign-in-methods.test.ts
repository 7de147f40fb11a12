import type { User, UserIdentity } from "@supabase/supabase-js";
import { signInMethodsOf } from "@/lib/auth/account/sign-in-methods";
import { providerLabel } from "@/lib/auth/oauth/messages";

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

test("a password alone: nothing to disconnect, every site can be connected", () => {
  expect(signInMethodsOf(aUser([anIdentity("email", "a@b.test")]), ["github", "google"], true)).toEqual({
    ...ADDRESS,
    authenticator: "off",
    identities: [],
    providers: ["github", "google"],
    hasPassword: true,
  });
});

test("a connected site is listed with its address, and is no longer offered", () => {
  const user = aUser([anIdentity("email"), anIdentity("google", "g@b.test")], [APP]);
  expect(signInMethodsOf(user, ["github", "google"], true)).toEqual({
    ...ADDRESS,
    authenticator: "on",
    identities: [{ id: "id-google", provider: "google", email: "g@b.test", isRemovable: true }],
    providers: ["github"],
    hasPassword: true,
  });
});

test("the last way in stays, and an address that is no text is none", () => {
  expect(signInMethodsOf(aUser([anIdentity("google", 7)]), [], false)).toEqual({
    ...ADDRESS,
    authenticator: null,
    identities: [{ id: "id-google", provider: "google", email: "", isRemovable: false }],
    providers: [],
    hasPassword: false,
  });
});

test("a service that lists no identities has accounts with passwords", () => {
  expect(signInMethodsOf(aUser(undefined), [], false).hasPassword).toBe(true);
});

test("tells the address that the account is about to change to", () => {
  const user = { ...aUser([]), new_email: "new@b.test" } as User;
  expect(signInMethodsOf(user, [], false).pendingEmail).toBe("new@b.test");
});

test.each([
  ["github", "GitHub"],
  ["linkedin_oidc", "LinkedIn"],
  ["twitter", "X"],
  ["google", "Google"],
  ["some_new_site", "Some new site"],
])("people know %s as %s", (provider, name) => {
  expect(providerLabel(provider)).toBe(name);
});
