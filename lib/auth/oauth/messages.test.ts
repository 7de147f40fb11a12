import { providerLabel } from "@/lib/auth/oauth/messages";

test.each([
  ["github", "GitHub"],
  ["linkedin_oidc", "LinkedIn"],
  ["twitter", "X"],
  ["google", "Google"],
  ["some_new_site", "Some new site"],
])("people know %s as %s", (provider, name) => {
  expect(providerLabel(provider)).toBe(name);
});
