import { type OrderEvent, orderEventTypeSchema } from "@/lib/orders/order";
import { callerAnswers, nextStep } from "@/lib/staff/orders/caller-answer";
import { questionWords } from "@/lib/staff/orders/order-question";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

describe("caller answer", () => {
  const NOW = Date.parse("2026-11-24T12:00:00Z");
  const name = String(aStaffOrder().batch_id);
  const page = `/admin/order/${aStaffOrder().id}`;
  const desk = `/admin/receive?code=${name}`;
  const told: OrderEvent = {
    type: "submission_status",
    from: "pending",
    to: "received",
    actor: "staff",
    message: "for her eyes: jane@example.com",
    at: "2026-11-20T10:00:00Z",
  };
  const answer = (fields: Partial<StaffOrder> = {}, last: OrderEvent | null = null) =>
    callerAnswers({ orders: [aStaffOrder(fields)], answers: [{ id: aStaffOrder().id, told: last }] }, NOW)[0];

  test("a caller hears who, how many, where, until when, what was paid and what was told last", () => {
    const here = {
      customer_name: "Jane Collector",
      email: "jane@example.com",
      fulfillment_status: "grading",
      submission_status: "received",
      arrived_at: "2026-11-20T09:00:00Z",
      received_at: "2026-11-20T10:00:00Z",
      received_count: 9,
      promised_from: "2026-12-07",
      promised_to: "2026-12-14",
      refunded_cents: 2500,
    } as const;
    expect(answer(here, told)).toEqual({
      id: aStaffOrder().id,
      name,
      customer: "Jane Collector",
      email: "jane@example.com",
      cards: "10 cards, 9 counted",
      where: { label: "Received and counted", tone: "accent" },
      promise: "Expected back Dec 7 to 14 (10-15 business days after check-in)",
      promiseBrief: "Expected back Dec 7 to 14",
      payment: { label: "Paid", tone: "success", sum: "$250.00, $25.00 refunded" },
      told: { title: "Your cards arrived and were counted", at: "2026-11-20T10:00:00Z" },
      step: { words: "Put it into a group", href: "/admin/grader" },
    });
  });

  test.each<[string, Partial<StaffOrder>, string | null]>([
    ["not checked in", {}, "Back 10-15 business days after check-in."],
    [
      "late without a reason",
      { promised_from: "2026-11-09", promised_to: "2026-11-16" },
      "Late since Nov 17",
    ],
    [
      "put off",
      {
        promised_from: "2026-11-20",
        promised_to: "2026-11-27",
        delay_reason: "The grader is slow",
        delayed_until: "2026-12-11",
      },
      "Delayed: The grader is slow. Now expected back by Dec 11.",
    ],
    ["unpaid", { payment_status: "unpaid" }, null],
    ["on its way back", { fulfillment_status: "complete", submission_status: "completed" }, null],
  ])("of one that is %s the promise reads so", (_, fields, words) => {
    const promise = answer(fields)?.promise ?? null;
    if (words === null) expect(promise).toBeNull();
    else expect(promise).toContain(words);
  });

  test("a caller whose package is here, unopened, hears that it is not waited for", () => {
    expect(answer({ arrived_at: "2026-11-20T10:00:00Z" })?.where.label).toBe("Here, not opened yet");
  });

  test.each<[Partial<StaffOrder>, string]>([
    [{ cancel_requested_at: told.at }, "Asked to cancel"],
    [{ cancel_requested_at: told.at, arrived_at: told.at }, "Asked to cancel"],
    [{ payment_status: "canceled", submission_status: "received", received_count: 10 }, "Canceled"],
  ])("a caller whose batch is canceled or to be (%j) hears that, and no promise", (fields, label) => {
    expect(answer(fields)).toMatchObject({ where: { label }, promise: null, promiseBrief: null });
  });

  test("a guest who has not paid has no name yet; nothing was told", () => {
    expect(answer({ payment_status: "unpaid", total_paid: null })).toMatchObject({
      customer: "Guest, not paid yet",
      email: null,
      told: null,
      where: { label: "Unpaid" },
      payment: { label: "Unpaid", sum: "$250.00" },
    });
  });

  test("of who has paid and was erased no name is kept, and not that they have not paid", () => {
    expect(answer()).toMatchObject({ customer: "No name is kept", email: null, payment: { label: "Paid" } });
  });

  test("an address stands in for a name, and is not said twice", () => {
    expect(answer({ email: "jane@example.com" })).toMatchObject({
      customer: "jane@example.com",
      email: null,
    });
  });

  test.each(orderEventTypeSchema.options)(
    "of what was told (%s) no message is repeated but that of a refund",
    (type) => {
      const to = type === "delay" || type === "inbound_delivered" ? "2026-12-21" : told.to;
      const last = answer({}, { ...told, type, to })?.told;
      expect(last?.title).toBeTruthy();
      if (type !== "refunded") expect(last?.title).not.toContain("for her eyes");
    },
  );

  test("only orders that are on the page are answered, in the order of the answers", () => {
    const two = [aStaffOrder({ id: "b" }), aStaffOrder({ id: "a" })];
    const found = callerAnswers(
      { orders: two, answers: ["a", "b", "c"].map((id) => ({ id, told: null })) },
      NOW,
    );
    expect(found.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(callerAnswers({ orders: two, answers: [] }, NOW)).toEqual([]);
  });

  const here = { arrived_at: "2026-11-20T10:00:00Z" };
  const aside = { reason: "unpaid", asked_at: null } as const;
  const askedToPay = { ...aside, asked_at: here.arrived_at };
  const unpaid = { payment_status: "unpaid", ...here } as const;
  const said = {
    inbound_carrier: "ups",
    inbound_tracking: "1Z999AA10123456784",
    inbound_shipped_at: "2026-11-10T12:00:00Z",
  } as const;
  const saidDelivered = { ...said, inbound_delivered_at: "2026-11-12T12:00:00Z" };
  const asked = {
    kind: "short",
    qty: 1,
    status: "proposed",
    chosen_option: null,
    at: "2026-11-20T10:00:00Z",
    until: "2026-11-27T10:00:00Z",
    more: 0,
  } as const;
  const charged = { asked: { ...asked, kind: "upcharge", status: "declined" } } as const;
  const open = { submission_status: "received", group: { id: 4, step: "open" } } as const;
  const back = { fulfillment_status: "complete", submission_status: "completed" } as const;

  const ups = "https://www.ups.com/track?tracknum=1Z999AA10123456784";

  test.each<[string, Partial<StaffOrder>, string | null, string | null]>([
    ["awaited", {}, "Wait for the package", page],
    [
      "in part here",
      { ...here, is_counted_in_part: true },
      "Ask for the rest, or check in what is here",
      desk,
    ],
    ["here, unopened", { ...saidDelivered, ...here }, "Check it in", desk],
    ["said to be shipped", said, "Wait for the package", page],
    [
      "said to be shipped ten days ago",
      { ...said, is_said_shipped: true },
      "Ask after it at the carrier",
      ups,
    ],
    [
      "said to be shipped ten days ago, under no number",
      { ...said, inbound_tracking: null, is_said_shipped: true },
      "Ask after it at the carrier",
      page,
    ],
    ["said to be delivered", saidDelivered, "Wait for the package", page],
    [
      "said to be delivered two business days ago",
      { ...saidDelivered, is_said_delivered: true },
      "Look for the package",
      desk,
    ],
    ["asked for more, which is disputed", charged, "Answer about the upcharge", page],
    ["received", { submission_status: "received" }, "Put it into a group", "/admin/grader"],
    [
      "disputed",
      { submission_status: "received", dispute_status: "needs_response", count_differs: true },
      "Wait for the dispute to end",
      page,
    ],
    [
      "disputed and won",
      { submission_status: "received", dispute_status: "won" },
      "Put it into a group",
      "/admin/grader",
    ],
    ["set aside", { ...here, set_aside: aside }, "Decide about its package", "/admin/receive"],
    ["counted otherwise", { submission_status: "received", count_differs: true }, "Settle its count", page],
    ["in an open group", open, "Close its group", "/admin/grader/4"],
    ["in a closed group", { ...open, group: { id: 4, step: "closed" } }, "Ship its group", "/admin/grader/4"],
    ["being prepared", { submission_status: "processing" }, "Put it into a group", "/admin/grader"],
    ["on its way to the grader", { submission_status: "shipped" }, "Bring its group back", "/admin/grader"],
    ["at the grader", { submission_status: "grading" }, "Bring its group back", "/admin/grader"],
    ["graded in part", { ...open, submission_status: "graded" }, "Close its group", "/admin/grader/4"],
    ["graded", { submission_status: "graded" }, "Send it back", `/admin/returns?code=${name}`],
    [
      "graded, and its owner is asked where to",
      { submission_status: "graded", address_asked_until: "2026-11-26T03:00:00Z" },
      "Wait for the owner's answer, until Nov 25",
      page,
    ],
    ["on its way back", { ...back, tracking_number: "1Z999AA10123456784" }, "Follow it at UPS", ups],
    [
      "on its way back with another carrier than the number's shape tells",
      { ...back, tracking_number: "1Z999AA10123456784", return_carrier: "fedex" },
      "Follow it at FedEx",
      "https://www.fedex.com/fedextrack/?trknbr=1Z999AA10123456784",
    ],
    ["on its way back under a text", { ...back, tracking_number: "by hand" }, "Look at its way back", page],
    ["delivered", { ...back, submission_status: "delivered" }, null, null],
    ["not paid", { payment_status: "unpaid" }, "Look at its payment", page],
    ["here and not paid", { payment_status: "failed", ...here }, "Ask for the payment", page],
    ["not paid, and asked to be", { ...unpaid, set_aside: askedToPay }, "Wait for the payment", page],
    ["canceled", { payment_status: "canceled" }, null, null],
    [
      "canceled, and its cards are here",
      { payment_status: "canceled", ...here },
      "Send its cards back",
      `/admin/returns?code=${name}`,
    ],
    ["to be canceled", { cancel_requested_at: here.arrived_at }, "Cancel or decline", page],
    [
      "to be canceled, but counted",
      { cancel_requested_at: here.arrived_at, received_count: 10, submission_status: "received" },
      "Put it into a group",
      "/admin/grader",
    ],
    [
      "complained about",
      { ...back, problem: { waiting_since: here.arrived_at, answered_at: null } },
      "Answer the customer",
      page,
    ],
    [
      "complained about and answered",
      {
        ...back,
        submission_status: "delivered",
        problem: { waiting_since: null, answered_at: here.arrived_at },
      },
      null,
      null,
    ],
    ["of money that does not fit", { open_exceptions: 1 }, "Settle its payment", "/admin/reconcile"],
    ["to be reviewed", { review_reason: "paid_after_canceled" }, "Look at its payment", page],
    ["asked about", { submission_status: "received", asked }, "Wait for the customer", page],
    [
      "asked about, and answered",
      { submission_status: "received", asked: { ...asked, status: "accepted", chosen_option: "refund" } },
      "Put it into a group",
      "/admin/grader",
    ],
  ])("next for one that is %s: %j", (_, fields, words, href) => {
    expect(nextStep(aStaffOrder(fields))).toEqual(words === null ? null : { words, href });
  });
});

describe("order question", () => {
  const NOW = Date.parse("2026-11-24T12:00:00Z");
  type Asked = NonNullable<StaffOrder["asked"]>;
  const asked: Asked = {
    kind: "short",
    qty: 2,
    status: "proposed",
    chosen_option: null,
    at: "2026-11-21T12:00:00Z",
    until: "2026-11-28T12:00:00Z",
    more: 0,
  };

  test("an order of which nothing is asked says nothing", () => {
    expect(questionWords({ asked: null }, NOW)).toBeNull();
  });

  test.each<[Partial<Asked>, string]>([
    [{}, "2 cards did not come, asked 3 days ago, until Nov 28"],
    [{ at: "2026-11-22T04:59:59Z" }, "2 cards did not come, asked 3 days ago, until Nov 28"],
    [{ at: "2026-11-22T05:00:00Z" }, "2 cards did not come, asked 2 days ago, until Nov 28"],
    [{ at: "2026-11-24T04:59:59Z", qty: 1 }, "1 card did not come, asked 1 day ago, until Nov 28"],
    [{ at: "2026-11-24T05:00:00Z", kind: "extra" }, "2 cards came on top, asked today, until Nov 28"],
    [{ more: 1 }, "2 cards did not come, asked 3 days ago, until Nov 28, and 1 more"],
    [
      { status: "accepted", chosen_option: "send_rest", until: "2026-12-05T00:00:00Z" },
      "2 cards to be sent, promised 3 days ago, until Dec 5",
    ],
    [{ status: "accepted", chosen_option: "refund" }, "2 cards to be refunded, decided 3 days ago"],
    [
      { kind: "extra", status: "accepted", chosen_option: "pay" },
      "2 cards on top to be paid, decided 3 days ago, until Nov 28",
    ],
    [
      { kind: "upcharge", status: "accepted", chosen_option: "pay" },
      "Upcharge for 2 cards to be paid, decided 3 days ago, until Nov 28",
    ],
    [
      { kind: "upcharge", status: "declined", chosen_option: "dispute" },
      "The grading company asks for more for 2 cards, disputed 3 days ago",
    ],
    [
      { kind: "upcharge", status: "expired", until: "2026-11-20T00:00:00Z" },
      "The grading company asks for more for 2 cards, no answer until Nov 20",
    ],
  ])("%j reads: %s", (changes, words) => {
    expect(questionWords({ asked: { ...asked, ...changes } }, NOW)).toBe(words);
  });
});
