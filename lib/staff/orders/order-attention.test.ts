import { attentionWords, customerWords, setAsideNote } from "@/lib/staff/orders/order-attention";
import { aStaffOrder } from "@/sandbox/builders/order";

const asked = {
  kind: "upcharge",
  qty: 1,
  status: "declined",
  chosen_option: "dispute",
  at: "2026-11-20T10:00:00Z",
  until: "2026-11-27T10:00:00Z",
  more: 0,
} as const;
const here = { fulfillment_status: "grading", num_cards: 10, received_count: 10 } as const;

test.each<[Parameters<typeof aStaffOrder>[0], RegExp[]]>([
  [here, []],
  [{ ...here, received_count: 9, count_differs: true }, [/^Counted 9 of 10$/]],
  // Decided by now.
  [{ ...here, received_count: 9 }, []],
  [{ ...here, damage: "damaged_cards" }, [/^Cards damaged$/]],
  // Somebody has seen to it.
  [{ ...here, package_condition: "damaged_cards" }, []],
  [{ ...here, open_exceptions: 2 }, [/payment/]],
  [{ ...here, review_reason: "paid_after_canceled" }, [/^Paid after/]],
  [{ ...here, dispute_status: "needs_response" }, [/^Payment disputed$/]],
  [{ ...here, dispute_status: "won" }, []],
  [{ ...here, asked }, [/^Upcharge to settle$/]],
  [{ ...here, asked: { ...asked, status: "expired", chosen_option: null } }, [/^Upcharge to settle$/]],
  [{ ...here, asked: { ...asked, status: "proposed", chosen_option: null } }, []],
  [{ ...here, received_count: 0, count_differs: true, open_exceptions: 1 }, [/payment/, /^Counted 0 of 10$/]],
])("%j needs a look for %j", (columns, reasons) => {
  const words = attentionWords(aStaffOrder(columns));
  expect(words).toHaveLength(reasons.length);
  for (const [nth, reason] of reasons.entries()) expect(words[nth]).toMatch(reason);
});

const LATELY = "2026-11-25T17:00:00Z";
const awaited = { payment_status: "paid", fulfillment_status: "not_received" } as const;

test.each<[Parameters<typeof aStaffOrder>[0], string[]]>([
  [awaited, []],
  [{ ...awaited, cancel_requested_at: LATELY }, ["Cancel requested"]],
  [{ ...awaited, payment_status: "canceled", cancel_requested_at: LATELY }, []],
  [{ ...awaited, inbound_delivered_at: LATELY }, []],
  [{ ...awaited, inbound_delivered_at: LATELY, is_said_delivered: true }, ["Said delivered, not here"]],
])("of %j its customer says %j", (columns, words) => {
  expect(customerWords(aStaffOrder(columns))).toEqual(words);
});

test.each<[ReturnType<typeof aStaffOrder>["set_aside"], string[]]>([
  [null, []],
  [{ reason: "unpaid", asked_at: null }, ["Set aside: not paid"]],
  [{ reason: "unpaid", asked_at: LATELY }, ["Set aside: not paid, asked Nov 25"]],
  [{ reason: "other", asked_at: null }, ["Set aside: by hand"]],
])("of a package that is set aside as %j the row says %j", (set_aside, words) => {
  expect(setAsideNote(aStaffOrder({ set_aside }))).toEqual(words);
});
