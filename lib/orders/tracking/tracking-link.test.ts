import { shown } from "@/lib/orders/tracking/tracking-link";
import { trackingHashOf, trackingToken } from "@/lib/orders/tracking/tracking-token";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const order_id = "00000000-0000-4000-8000-000000000001";
const link = { order_id, generation: 3, token_hash: trackingHashOf(order_id, 3), is_active: true };

test("the owner sees the path of a link that opens", () => {
  expect(shown(link)).toEqual({ generation: 3, path: `/track/${trackingToken(order_id, 3)}` });
});

test.each([
  ["one that was ended", { ...link, is_active: false }, 3],
  ["one made under a former secret", { ...link, token_hash: trackingHashOf(order_id, 2) }, 3],
  ["none yet", null, 0],
])("%s has no path", (_, ended, generation) => {
  expect(shown(ended)).toEqual({ generation, path: null });
});
