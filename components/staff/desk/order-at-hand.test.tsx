/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { OrderAtHand } from "@/components/staff/desk/order-at-hand";
import { counting } from "@/lib/staff/desk/desk-state";
import { aDeskOrder } from "@/sandbox/builders/desk";

jest.mock("@/components/staff/use-post", () => ({ usePost: () => ({}) }));
jest.mock("@/components/staff/photos/photo-panel", () => ({ PhotoPanel: () => null }));

const asked = { kind: "short", qty: 3, status: "accepted", chosen_option: "send_rest", more: 0 } as const;
const dates = { at: "2026-11-20T10:00:00Z", until: "2026-12-20T10:00:00Z" };
function show(changes: Parameters<typeof aDeskOrder>[0]) {
  const send = jest.fn();
  const order = aDeskOrder({ num_cards: 12, received_count: 9, ...changes });
  render(<OrderAtHand step={{ at: "received", order }} tracking={null} send={send} />);
  return send;
}

test("the rest that its owner sends is counted alone", () => {
  const order = aDeskOrder({ num_cards: 12, received_count: 9, asked: { ...asked, ...dates } });
  const send = jest.fn();
  render(<OrderAtHand step={counting(order, true, true)} tracking={null} send={send} />);
  expect(screen.getByText(/9 of 12 cards were counted/).textContent).toContain(
    "Its owner sends 3 cards more: count these alone.",
  );
  expect(screen.getByLabelText("Cards counted in the rest")).toBeTruthy();
  expect(screen.getByText("of 3").nextElementSibling?.textContent).toBe("9 of 12 counted before");
  fireEvent.click(screen.getByText("Count all again"));
  expect(send).toHaveBeenCalledWith({ type: "recount" });
});

test("with something against the batch its rest is counted by a press of its own", () => {
  const send = show({ asked: { ...asked, ...dates }, dispute_status: "needs_response" });
  fireEvent.click(screen.getByText("Count the rest"));
  expect(send).toHaveBeenCalledWith({ type: "recount", isRest: true });
});

test("where nothing more is promised there is no rest", () => {
  show({ asked: { ...asked, ...dates, chosen_option: "refund" } });
  expect(screen.queryByText(/the rest|more: count/)).toBeNull();
});

test("cards whose money went back are not expected", () => {
  show({ refunded_cents: 7500, cards_expected: 9 });
  expect(screen.getByText(/cards were counted/).textContent).toContain("9 of 9 cards were counted");
  expect(screen.getByText("Cards expected").nextElementSibling?.textContent).toBe("9");
});

test("what stands against a batch is said of its second box, too", () => {
  show({ dispute_status: "needs_response" });
  expect(screen.getByText("The payment of this batch is disputed")).toBeTruthy();
});

test.each([
  [{ payment_status: "unpaid" as const }, /write to the customer before it is opened/],
  [{ dispute_status: "needs_response" }, /until the dispute is over/],
  // Counted after its request was declined, and that was taken back.
  [{ cancel_requested_at: dates.at }, /refund the batch, or go on with it and tell the customer/],
  [
    { payment_status: "canceled" as const, refunded_cents: 25_000 },
    /its cards go back ungraded, and its customer is told by email/,
  ],
])("with %j against a package it says what is done with it", (changes, words) => {
  show(changes);
  expect(screen.getByText(words)).toBeTruthy();
});

test.each([
  [null, true],
  ["1Z1", true],
  // Of the number that was scanned just now nobody has asked yet.
  ["1Z2", false],
])("another batch with the stored number is named while %j was scanned: %s", (tracking, isNamed) => {
  const inbound_elsewhere = { id: "1", batch_id: "BATCH-BBBBBBBB-BBBB", is_same_owner: false };
  const step = counting(aDeskOrder({ inbound_tracking: "1Z1", inbound_elsewhere }), false);
  render(<OrderAtHand step={step} tracking={tracking} send={() => {}} />);
  expect(screen.queryByText(/^BATCH-BBBBBBBB-BBBB of another customer/) !== null).toBe(isNamed);
});

test.each([
  [null, [], "Waiting for the cards"],
  ["2026-11-20T12:00:00Z", [], "Here, unopened"],
  ["2026-11-20T12:00:00Z", [4], "Counted in part"],
])("a package that came at %j, after boxes of %j, reads %s", (arrived_at, box_counts, words) => {
  const is_counted_in_part = box_counts.length > 0;
  const step = counting(aDeskOrder({ arrived_at, box_counts, is_counted_in_part }), false);
  render(<OrderAtHand step={step} tracking={null} send={() => {}} />);
  expect(screen.getByText(words)).toBeTruthy();
});

test("a package that something stands against is counted by a press of its own", () => {
  const send = jest.fn();
  const order = aDeskOrder({ dispute_status: "needs_response" });
  render(
    <OrderAtHand
      step={{ at: "stopped", order, reason: "disputed", isBusy: false }}
      tracking={null}
      send={send}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Count anyway" }));
  expect(send.mock.calls).toEqual([[{ type: "count_anyway" }]]);
});
