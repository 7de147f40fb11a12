import { cancellationOf } from "@/lib/orders/cancellation";
import type { CancelRefund, CancelWay } from "@/lib/orders/schema";
import { anOrder } from "@/sandbox/builders/order";

const AT = "2026-11-20T10:00:00Z";

test.each<[string, Parameters<typeof anOrder>[0], CancelWay, ReturnType<typeof cancellationOf>]>([
  ["paid and awaited", {}, "by_itself", { kind: "refund", cents: 25_000 }],
  ["paid in cash and awaited", {}, "by_staff", { kind: "ask", cents: 25_000, isShipped: false }],
  [
    "on its way to us",
    { inbound_shipped_at: AT },
    "by_staff",
    { kind: "ask", cents: 25_000, isShipped: true },
  ],
  [
    "being refunded",
    { cancel_requested_at: AT },
    "refunding",
    {
      kind: "asked",
      at: AT,
      isTheirs: true,
      isShipped: false,
      isHere: false,
      isRefunding: true,
      hasFailed: false,
    },
  ],
  [
    "asked to be canceled, which staff decide",
    { cancel_requested_at: AT },
    "by_staff",
    {
      kind: "asked",
      at: AT,
      isTheirs: true,
      isShipped: false,
      isHere: false,
      isRefunding: false,
      hasFailed: false,
    },
  ],
  [
    "of which the refund did not succeed",
    { cancel_requested_at: AT },
    "by_itself",
    {
      kind: "asked",
      at: AT,
      isTheirs: true,
      isShipped: false,
      isHere: false,
      isRefunding: false,
      hasFailed: false,
    },
  ],
  [
    "asked to be canceled on its way",
    { cancel_requested_at: AT, inbound_shipped_at: AT },
    "by_staff",
    {
      kind: "asked",
      at: AT,
      isTheirs: true,
      isShipped: true,
      isHere: false,
      isRefunding: false,
      hasFailed: false,
    },
  ],
  [
    "asked to be canceled, and here",
    { cancel_requested_at: AT, arrived_at: AT },
    "by_staff",
    {
      kind: "asked",
      at: AT,
      isTheirs: true,
      isShipped: true,
      isHere: true,
      isRefunding: false,
      hasFailed: false,
    },
  ],
  ["here, unopened", { arrived_at: AT }, "by_staff", { kind: "here" }],
  [
    "counted",
    { arrived_at: AT, submission_status: "received", received_count: 10 },
    "by_staff",
    { kind: "here" },
  ],
  [
    "on its way to the grader",
    { arrived_at: AT, submission_status: "shipped", received_count: 10 },
    "by_staff",
    { kind: "with_grader" },
  ],
  [
    "graded",
    { arrived_at: AT, submission_status: "graded", received_count: 10 },
    "by_staff",
    { kind: "with_grader" },
  ],
  [
    "on its way back",
    { arrived_at: AT, submission_status: "completed", received_count: 10 },
    "by_staff",
    null,
  ],
  ["unpaid", { payment_status: "unpaid" }, "by_staff", null],
  ["canceled before it was paid", { payment_status: "canceled" }, "by_staff", null],
])("a batch that is %s", (_, fields, way, cancellation) => {
  expect(cancellationOf(anOrder(fields), 25_000, way, null)).toEqual(cancellation);
});

const MADE: CancelRefund = { state: "made", cents: 25_000, at: AT };
const canceled = { payment_status: "canceled", paid_at: AT } as const;

test.each<[string, Parameters<typeof anOrder>[0], string]>([
  ["are not to be sent", {}, "not_sent"],
  ["were sent", { inbound_shipped_at: "2026-11-20T12:00:00Z" }, "on_its_way"],
  ["are here in their package", { arrived_at: AT }, "here"],
  ["are counted", { arrived_at: AT, submission_status: "received" }, "here"],
  ["are with the grader", { arrived_at: AT, submission_status: "grading" }, "with_grader"],
  ["went home", { arrived_at: AT, submission_status: "completed" }, "gone"],
])("of a canceled batch its money is told, and that its cards %s", (_, fields, cards) => {
  const told = { kind: "canceled", refund: MADE, cards };
  expect(cancellationOf(anOrder({ ...canceled, ...fields }), null, "by_staff", MADE)).toEqual(told);
});

test("a refund that failed is told while it is asked for, also to who may not cancel", () => {
  const order = anOrder({ cancel_requested_at: AT });
  const failed: CancelRefund = { ...MADE, state: "failed" };
  expect(cancellationOf(order, 25_000, "by_staff", failed)).toMatchObject({ kind: "asked", hasFailed: true });
  const toldOthers = { kind: "asked", hasFailed: true, isTheirs: false };
  expect(cancellationOf(order, null, "by_staff", failed)).toMatchObject(toldOthers);
  expect(cancellationOf(anOrder(), null, "by_itself", null)).toBeNull();
});
