import {
  counting,
  draftOf,
  EMPTY_DESK,
  isBusy,
  open,
  orderAtHand,
  signal,
} from "@/lib/staff/desk/desk-state";
import { aDeskOrder } from "@/sandbox/builders/desk";

const order = aDeskOrder();

test("every result sounds once, each with a number of its own", () => {
  const once = signal(EMPTY_DESK, "success");
  expect(once.signal).toEqual({ tone: "success", nth: 1 });
  expect(signal(once, "danger").signal).toEqual({ tone: "danger", nth: 2 });
});

test.each([
  [{ at: "waiting" } as const, false, null],
  [{ at: "looking", code: "x", isTracking: false } as const, true, null],
  [{ at: "received", order } as const, false, order],
  [counting(order, false), false, order],
  [{ ...counting(order, false), isBusy: true }, true, order],
  [{ at: "stopped", order, reason: "unpaid", isBusy: true } as const, true, order],
])("%#: busy or not, and the order at hand", (step, busy, atHand) => {
  const desk = { ...EMPTY_DESK, step };
  expect(isBusy(desk)).toBe(busy);
  expect(orderAtHand(desk)).toBe(atHand);
});

test("a count begins with what is stored of the package", () => {
  expect(draftOf(order)).toEqual({ typed: "", shelf: "", condition: "ok" });
  const known = { ...order, shelf_location: "A-7", package_condition: "tampered" as const };
  expect(draftOf(known)).toEqual({ typed: "", shelf: "A-7", condition: "tampered" });
});

test.each([
  [{}, "counting"],
  [{ received_count: 0 }, "received"],
  [{ payment_status: "failed" as const }, "stopped"],
])("an order with %j is opened as %s", (changes, at) => {
  expect(open(EMPTY_DESK, { ...order, ...changes }).step.at).toBe(at);
});
