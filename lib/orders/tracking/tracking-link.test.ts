import { shown, trackingHashOf, trackingToken, trackingTokenHash } from "@/lib/orders/tracking/tracking-link";
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

const link = { order_id: ORDER, generation: 3, token_hash: trackingHashOf(ORDER, 3), is_active: true };

test("the owner sees the path of a link that opens", () => {
  expect(shown(link)).toEqual({ generation: 3, path: `/track/${trackingToken(ORDER, 3)}` });
});

test.each([
  ["one that was ended", { ...link, is_active: false }, 3],
  ["one made under a former secret", { ...link, token_hash: trackingHashOf(ORDER, 2) }, 3],
  ["none yet", null, 0],
])("%s has no path", (_, ended, generation) => {
  expect(shown(ended)).toEqual({ generation, path: null });
});
