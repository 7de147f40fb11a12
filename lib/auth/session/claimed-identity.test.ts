import { claimedIdentity, namesAnother, namesPerson } from "@/lib/auth/session/claimed-identity";

const SELF = { userId: "11111111-1111-4111-8111-111111111111", email: "Self@Example.com" };
const OTHER = "22222222-2222-4222-8222-222222222222";

test.each([
  undefined,
  {},
  { flow: "cancel" },
  { user_id: null, user_email: null },
  { user_id: "", user_email: " " },
  { user_id: SELF.userId },
  { user_email: " self@example.COM " },
  { user_id: SELF.userId, user_email: "self@example.com" },
])("%j passes", (body) => {
  expect(namesAnother(body, SELF)).toBe(false);
});

test.each([
  { user_id: OTHER },
  { user_id: "no id at all" },
  { user_email: "other@example.com" },
  { user_id: SELF.userId, user_email: "other@example.com" },
  { user_id: OTHER, user_email: SELF.email },
  { user_id: 42 },
  { user_email: ["self@example.com"] },
])("%j is somebody else", (body) => {
  expect(namesAnother(body, SELF)).toBe(true);
});

test("letters that are written alike only in capitals are not one address", () => {
  const caller = { ...SELF, email: "stra\u00dfe@example.com" };
  expect(namesAnother({ user_email: "strasse@example.com" }, caller)).toBe(true);
  expect(namesAnother({ user_email: "Stra\u00dfe@example.com" }, caller)).toBe(false);
});

test("without a session there is nobody to compare with", () => {
  expect(namesAnother({ user_id: OTHER }, { userId: null, email: null })).toBe(false);
});

test.each([
  [{ user_id: OTHER }, true],
  [{ user_id: "" }, false],
  [{ user_id: null }, false],
  [{ user_email: "self@example.com" }, false],
  [{}, false],
  [undefined, false],
  [{ user_id: 42 }, false],
  ["a text", false],
])("%j names a person: %s", (body, expected) => {
  expect(namesPerson(body)).toBe(expected);
});

test("an account's id of any version is an id, as the database has them", () => {
  const user_id = "5eed0000-0000-0000-0000-000000000001";
  expect(claimedIdentity.safeParse({ user_id }).success).toBe(true);
  expect(claimedIdentity.safeParse({ user_id: "no id at all" }).success).toBe(false);
});
