import { requireClaimedIdentity } from "@/lib/auth/session/claimed-identity";

const SELF = { userId: "11111111-1111-4111-8111-111111111111", email: "Self@Example.com" };
const OTHER = "22222222-2222-4222-8222-222222222222";

test.each([
  {},
  { user_id: null, user_email: null },
  { user_id: "", user_email: " " },
  { user_id: SELF.userId },
  { user_email: " self@example.COM " },
  { user_id: SELF.userId, user_email: "self@example.com" },
])("%j passes", (claimed) => {
  expect(() => requireClaimedIdentity(SELF, claimed)).not.toThrow();
});

test.each([
  { user_id: OTHER },
  { user_email: "other@example.com" },
  { user_id: SELF.userId, user_email: "other@example.com" },
  { user_id: OTHER, user_email: SELF.email },
])("%j is somebody else", (claimed) => {
  expect(() => requireClaimedIdentity(SELF, claimed)).toThrow("You are signed in with another account.");
});

test("without a session there is nobody to compare with", () => {
  expect(() => requireClaimedIdentity({ userId: null, email: null }, { user_id: OTHER })).not.toThrow();
});
