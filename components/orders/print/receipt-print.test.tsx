import { renderToStaticMarkup } from "react-dom/server";
import { ReceiptPrint } from "@/components/orders/print/receipt-print";
import type { ToldBatch } from "@/lib/orders/photos/receipt";
import { anOrderEvent, toldEvents } from "@/sandbox/builders/order-event";

const receipt: ToldBatch = {
  id: "00000000-0000-4000-8000-000000000001",
  batch_id: "BATCH-MGX2K9QW-7F3K",
  num_cards: 12,
  arrived_at: "2026-11-20T15:00:00Z",
  received_at: "2026-11-21T10:00:00Z",
  received_count: 12,
  promised_from: "2026-12-07",
  promised_to: "2026-12-14",
  delayed_until: null,
  is_lost: false,
  fulfillment_status: "grading",
  payment_status: "paid",
  submission_status: "received",
  package_condition: "ok",
  receiver: "Sam",
  events: toldEvents,
};
const markup = (changes: Partial<ToldBatch>) =>
  renderToStaticMarkup(
    <ReceiptPrint
      receipt={{ ...receipt, ...changes, photos: [], readAt: Date.parse("2026-11-25T12:00:00Z") }}
      query={{ size: "letter", packages: 1, link: undefined, track: undefined }}
    />,
  );
const linesOf = (changes: Partial<ToldBatch>) => {
  const html = markup(changes);
  const lines = html
    .slice(html.search(/<h3>(What comes next|History)/))
    .matchAll(/<(?:li|h3)>(.*?)<\/(?:li|h3)>/g);
  return [...lines].map(([, line]) => line);
};

test("the receipt tells what happened last and what comes next, in the order of the screens", () => {
  expect(linesOf({})).toEqual([
    "What comes next, and the history",
    "Next: We prepare them for the grading company. Expected back Dec 7 to 14.",
    "Nov 21, 2026: Your cards arrived and were counted",
    "Nov 20, 2026: Your package arrived, unopened",
    "Nov 1, 2026: Payment received",
  ]);
});

test("of a batch that takes longer only the later day is printed", () => {
  const printed = markup({ delayed_until: "2026-12-21" });
  expect(printed).toContain("Now expected back by Dec 21.");
  expect(printed).not.toContain("Dec 7 to 14");
});

test("what happened in the evening happened on that day", () => {
  const events = [anOrderEvent({ at: "2026-09-15T00:30:00Z" })];
  expect(linesOf({ events })).toContain("Sep 14, 2026: Your cards arrived and were counted");
});

test("of a batch that is delivered nothing comes next", () => {
  expect(linesOf({ submission_status: "delivered" })[0]).toBe("History");
});

test("above the paper its batch ID is kept on one line", () => {
  expect(markup({})).toContain(
    '<span class="batch-id" translate="no">BATCH-MGX2K9QW-7F3K</span>. Keep it until',
  );
});
