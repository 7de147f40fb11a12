import { trackingHashOf, trackingToken, trackingTokenHash } from "@/lib/orders/tracking/tracking-token";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const ORDER = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";

test("a tracking token is of one order and one generation, and its hash says nothing of it", () => {
  const token = trackingToken(ORDER, 1);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(trackingToken(ORDER, 1)).toBe(token);
  expect(new Set([token, trackingToken(ORDER, 2), trackingToken(OTHER, 1)]).size).toBe(3);
  expect(trackingTokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(trackingHashOf(ORDER, 1)).toBe(trackingTokenHash(token));
});
