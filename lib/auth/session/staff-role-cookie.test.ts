import { newStaffRoleValue, staffRoleCookie, staffRoleOf } from "@/lib/auth/session/staff-role-cookie";
import { sign } from "@/lib/base/signing";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const NOW = Date.parse("2026-11-01T00:00:00Z");
const HOLDER = { userId: "11111111-1111-4111-8111-111111111111", accessToken: "header.payload.signature" };

test.each(["owner", "co_owner", "manager", "staff"] as const)("%s is known for five minutes", (role) => {
  const value = newStaffRoleValue(role, HOLDER, NOW);
  expect(value).toMatch(/^[\w.-]{1,100}$/);
  expect(staffRoleOf(value, HOLDER, NOW)).toBe(role);
  expect(staffRoleOf(value, HOLDER, NOW + 299_000)).toBe(role);
  expect(staffRoleOf(value, HOLDER, NOW + 300_000)).toBeNull();
});

test("the cookie is for the server alone and lives as long as its value", () => {
  expect(staffRoleCookie()).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/", maxAge: 300 });
});

test.each([
  ["another person", { ...HOLDER, userId: "22222222-2222-4222-8222-222222222222" }],
  ["another session of the same person", { ...HOLDER, accessToken: "header.another.signature" }],
])("%s cannot use it", (_, holder) => {
  expect(staffRoleOf(newStaffRoleValue("owner", HOLDER, NOW), holder, NOW)).toBeNull();
});

describe("any other text tells nothing", () => {
  const value = newStaffRoleValue("staff", HOLDER, NOW);
  const [role = "", expires = "", signature = ""] = value.split(".");
  test.each([
    ["nothing", undefined],
    ["an empty text", ""],
    ["no signature", `${role}.${expires}`],
    ["an empty signature", `${role}.${expires}.`],
    ["a higher role", `owner.${expires}.${signature}`],
    ["no role", `none.${expires}.${signature}`],
    ["no role, signed", `none.${expires}.${sign("staff-role", `none:${expires}:${HOLDER.userId}:x`)}`],
    ["a later expiry", `${role}.${Number(expires) + 300}.${signature}`],
    ["an expiry that is no number", `${role}.Infinity.${signature}`],
    ["a cut signature", value.slice(0, -1)],
    ["more behind it", `${value}.x`],
    ["a signature for something else", `${role}.${expires}.${sign("print", `${role}:${expires}`)}`],
  ])("%s", (_, text) => {
    expect(staffRoleOf(text, HOLDER, NOW)).toBeNull();
  });
});
