import { openingOf } from "@/lib/orders/opening";
import { anOrder } from "@/sandbox/builders/order";

const HERE = { arrived_at: "2026-11-20T10:00:00Z", open_by: "2026-11-24" };
const at = (now: string, fields: Parameters<typeof anOrder>[0] = {}) =>
  openingOf(anOrder({ ...HERE, ...fields }), Date.parse(now));

test("a package is late once the day is over by which it is to be opened, where the business is", () => {
  expect(at("2026-11-25T04:59:59Z")).toEqual({ by: "2026-11-24", isLate: false });
  expect(at("2026-11-25T05:00:00Z")).toEqual({ by: "2026-11-24", isLate: true });
});

test.each<Parameters<typeof anOrder>[0]>([
  { arrived_at: null, open_by: null },
  { submission_status: "received" },
  { cancel_requested_at: "2026-11-20T11:00:00Z" },
])("of one with %j none is to be opened", (fields) => {
  expect(at("2026-11-25T05:00:00Z", fields)).toBeNull();
});
