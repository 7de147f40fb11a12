import { SignJWT } from "jose";
import { setTestSettings } from "@/sandbox/builders/test-settings";

const SECRET = "test-jwt-secret-of-at-least-32-characters";
const sign = (secret: string, expires: number) =>
  new SignJWT({ role: "authenticated" })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("1")
    .setAudience("authenticated")
    .setExpirationTime(Math.floor(Date.now() / 1000) + expires)
    .sign(new TextEncoder().encode(secret));

let isOwn: (token: string) => Promise<boolean>;
beforeAll(async () => {
  setTestSettings();
  isOwn = (await import("@/lib/auth/session/access-token")).isOwnAccessToken;
});

test.each([3600, -60])("a token of ours that runs out in %d s is ours", async (expires) => {
  expect(await isOwn(await sign(SECRET, expires))).toBe(true);
});

test.each([
  ["another secret", () => sign(`${SECRET}!`, 3600)],
  ["another secret, run out", () => sign(`${SECRET}!`, -60)],
  ["no token at all", async () => "garbage"],
  ["a cut one", async () => (await sign(SECRET, 3600)).slice(0, -4)],
])("%s is not ours", async (_, token) => {
  expect(await isOwn(await token())).toBe(false);
});
