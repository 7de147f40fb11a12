import { hashOf, isSameText, isSigned, sealingKey, sign } from "@/lib/base/signing";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const ORDER = "00000000-0000-4000-8000-000000000001";

/**
 * Made once with COOKIE_SECRET of the test settings. Links in mails that are out and cookies of a month carry these.
 */
const PINNED = [
  ["guest-order", "secret.1800000000", "I1J5mjtytQtt04Bak5Xjd5vThz8_YJoQn6GckpOn29Q"],
  ["print", `${ORDER}:1795824000`, "F__ENzFZoPsS9rzi1UfAEhjnUzGofkfewP_c3rMFXcg"],
  ["tracking", `${ORDER}:1`, "Cbu3Tu9AlDwOMiOTGx0470xisHSFijDInX2PhUyPMzI"],
] as const;

test.each(PINNED)("a signature for %s stays what it was", (purpose, payload, signature) => {
  expect(sign(purpose, payload)).toBe(signature);
  expect(isSigned(purpose, payload, signature)).toBe(true);
});

test("a sealed cookie's key and a hash stay what they were", () => {
  expect(Buffer.from(sealingKey("recovery")).toString("hex")).toBe(
    "c36d80f083f22d046a24669b393c70bf543cc7b960cedf778e2a222802586585",
  );
  expect(hashOf("token")).toBe("3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0");
});

test("a signature is of one purpose, one text and one secret", () => {
  const signature = sign("print", "text");
  expect(isSigned("print", "text", signature)).toBe(true);
  expect(isSigned("tracking", "text", signature)).toBe(false);
  expect(isSigned("print", "text2", signature)).toBe(false);
  expect(isSigned("print", "text", signature, "another secret")).toBe(false);
  expect(isSigned("print", "text", sign("print", "text", "another secret"))).toBe(false);
});

test.each([
  ["cut", (s: string) => s.slice(0, -1)],
  ["longer", (s: string) => `${s}A`],
  ["empty", () => ""],
  ["of letters with two bytes", (s: string) => "é".repeat(s.length)],
] as const)("a signature that is %s is refused, not an error", (_, change) => {
  expect(isSigned("print", "text", change(sign("print", "text")))).toBe(false);
});

test.each([
  ["same", "same", true],
  ["same", "samE", false],
  ["", "same", false],
  ["a much longer text", "same", false],
])("%j is the same text as %j: %s", (given, wanted, expected) => {
  expect(isSameText(given, wanted)).toBe(expected);
});
