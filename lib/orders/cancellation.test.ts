import { cancellationOf } from "@/lib/orders/cancellation";
import { anOrder } from "@/sandbox/builders/order";

const AT = "2026-11-20T10:00:00Z";

test.each<[string, Parameters<typeof anOrder>[0], ReturnType<typeof cancellationOf>]>([
  ["paid and awaited", {}, { kind: "refund", cents: 25_000 }],
  ["on its way to us", { inbound_shipped_at: AT }, { kind: "ask", cents: 25_000 }],
  ["asked to be canceled", { cancel_requested_at: AT }, { kind: "asked", at: AT, isShipped: false }],
  [
    "asked to be canceled on its way",
    { cancel_requested_at: AT, inbound_shipped_at: AT },
    { kind: "asked", at: AT, isShipped: true },
  ],
  [
    "asked to be canceled, and here",
    { cancel_requested_at: AT, arrived_at: AT },
    { kind: "asked", at: AT, isShipped: true },
  ],
  ["here, unopened", { arrived_at: AT }, { kind: "here" }],
  ["counted", { arrived_at: AT, submission_status: "received", received_count: 10 }, { kind: "here" }],
  ["at the grader", { arrived_at: AT, submission_status: "grading", received_count: 10 }, null],
  ["unpaid", { payment_status: "unpaid" }, null],
  ["canceled", { payment_status: "canceled", cancel_requested_at: AT }, null],
])("a batch that is %s", (_, fields, cancellation) => {
  expect(cancellationOf(anOrder(fields), 25_000)).toEqual(cancellation);
});
