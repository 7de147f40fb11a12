import { guestKeyOf, newGuestCookieValue } from "@/lib/auth/session/guest-cookie";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const NOW = Date.parse("2026-11-01T00:00:00Z");
const DAY = 86_400_000;

test("a value of ours gives the same key every time, and different ones different keys", () => {
  const [a, b] = [newGuestCookieValue(NOW), newGuestCookieValue(NOW)];
  expect(guestKeyOf(a, NOW)).toMatch(/^[0-9a-f]{64}$/);
  expect(guestKeyOf(a, NOW)).toBe(guestKeyOf(a, NOW + 29 * DAY));
  expect(guestKeyOf(a, NOW)).not.toBe(guestKeyOf(b, NOW));
});

test("the key does not contain the cookie's secret", () => {
  const value = newGuestCookieValue(NOW);
  expect(guestKeyOf(value, NOW)).not.toContain(value.split(".")[0]);
});

test("a value ends after thirty days", () => {
  const value = newGuestCookieValue(NOW);
  expect(guestKeyOf(value, NOW + 30 * DAY + 1000)).toBeNull();
});

test("any other text gives no key", () => {
  const value = newGuestCookieValue(NOW);
  const [secret = "", expires = "", signature = ""] = value.split(".");
  const forged = [
    undefined,
    "",
    "a.b.c",
    `${secret}.${expires}`,
    `${secret}.${Number(expires) + 1}.${signature}`,
    `${secret.startsWith("A") ? "B" : "A"}${secret.slice(1)}.${expires}.${signature}`,
    `${secret}.${expires}.${signature.slice(0, -1)}`,
    `${secret}.${expires}.${signature}x`,
    `${value}.extra`,
    `${secret}.${expires}.${"é".repeat(signature.length / 2)}`,
  ];
  for (const text of forged) expect(guestKeyOf(text, NOW)).toBeNull();
});
