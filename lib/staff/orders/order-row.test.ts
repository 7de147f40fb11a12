import { SAVED_VIEWS } from "@/lib/staff/labels";
import { nextStep } from "@/lib/staff/orders/next-step";
import { attentionWords, customerWords, setAsideNote } from "@/lib/staff/orders/order-attention";
import { orderPageSchema } from "@/lib/staff/orders/order-page";
import { questionWords } from "@/lib/staff/orders/order-question";
import { orderRow } from "@/lib/staff/orders/order-row";
import { type OrderWait, orderWait } from "@/lib/staff/orders/order-wait";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

describe("order attention", () => {
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
    [
      { ...here, received_count: 0, count_differs: true, open_exceptions: 1 },
      [/payment/, /^Counted 0 of 10$/],
    ],
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
});

describe("order page", () => {
  const none = { count: 0, is_more: false };
  const page = {
    staff_role: "staff",
    orders: [aStaffOrder(), aStaffOrder({ batch_id: null, payment_status: "unpaid" })],
    is_sorted: null,
    next_cursor: { at: "2026-08-20T12:00:00.123456+00:00", id: aStaffOrder().id },
    previous_cursor: null,
    stopped_at: null,
    total: { count: 1000, is_more: true },
    views: Object.fromEntries(SAVED_VIEWS.map((view) => [view, none])),
    unmatched_packages: none,
    open_group: 7,
  };

  test.each([{}, { orders: [], next_cursor: null, total: null, views: null, open_group: null }])(
    "a page with %j is one",
    (fields) => {
      expect(orderPageSchema.parse({ ...page, ...fields })).toEqual({ ...page, ...fields });
    },
  );

  test("every saved view has its count, or the page is none", () => {
    const { overdue: _left, ...views } = page.views;
    expect(orderPageSchema.safeParse({ ...page, views }).success).toBe(false);
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

describe("order row", () => {
  const NOW = Date.parse("2026-11-23T12:00:00Z");
  const onItsWay = { payment_status: "paid", inbound_shipped_at: "2026-11-14T12:00:00Z" } as const;
  const row = (columns: Parameters<typeof aStaffOrder>[0]) => orderRow(aStaffOrder(columns), NOW);

  test.each<[string, Parameters<typeof aStaffOrder>[0], Partial<ReturnType<typeof orderRow>>]>([
    [
      "a guest who has not paid",
      { user_id: null, customer_name: null, email: null, payment_status: "unpaid", total_paid: null },
      { plan: "Guest", customer: "Guest, not paid yet", email: null },
    ],
    [
      "a guest who was erased after paying",
      { user_id: null, customer_name: null, email: null, payment_status: "paid", total_paid: 100 },
      { customer: "No name is kept", email: null },
    ],
    [
      "one of them whose money went back",
      { user_id: null, customer_name: null, email: null, payment_status: "canceled", total_paid: 100 },
      { customer: "No name is kept" },
    ],
    [
      "a guest with an address",
      { user_id: null, customer_name: null, email: "a@b.test" },
      { customer: "a@b.test", email: null },
    ],
    [
      "somebody with a name",
      { customer_name: "Ann", email: "a@b.test" },
      { customer: "Ann", email: "a@b.test" },
    ],
    ["staff", { placed_by_admin: true }, { plan: "Staff" }],
    ["many cards", { num_cards: 1200 }, { cards: "1,200" }],
    ["what was paid", { total_paid: 250.5, grading_fee: 300 }, { total: "$250.50" }],
    [
      "where a batch is, by the one name that fits the column",
      { fulfillment_status: "not_received", submission_status: "pending" },
      { fulfillment: "Not received", stage: "Pending", status: "Waiting for the cards" },
    ],
    [
      "a canceled order, which waits for no cards",
      { payment_status: "canceled", fulfillment_status: "not_received", submission_status: "pending" },
      { fulfillment: "Not received", stage: null, status: null },
    ],
    [
      "a canceled order whose cards are here",
      { payment_status: "canceled", fulfillment_status: "grading", submission_status: "received" },
      { fulfillment: "Grading", status: "Checked in" },
    ],
    [
      "a package that waits to be opened, of a canceled order, too",
      { payment_status: "canceled", submission_status: "pending", arrived_at: "2026-11-20T10:00:00Z" },
      { status: "Arrived" },
    ],
    [
      "how many cards are still here while the others are at the grader",
      { submission_status: "grading", received_count: 10, cards_sent: 8 },
      { sent: "2 cards still here" },
    ],
    [
      "what its customer has said, below what we have seen",
      {
        review_reason: "paid_after_canceled",
        cancel_requested_at: "2026-11-22T10:00:00Z",
        payment_status: "paid",
      },
      { reasons: [expect.stringMatching(/^Paid after/), "Cancel requested"] },
    ],
    ["the fee while nothing is paid", { total_paid: null, grading_fee: 300 }, { total: "$300.00" }],
    [
      "numbers",
      { tracking_number: "1Z", grading_submission_number: "SUB" },
      { tracking: "1Z", submission: "SUB" },
    ],
    [
      "how its customer says that it comes, until it is here",
      { ...onItsWay, inbound_carrier: "ups", inbound_tracking: "1Z999AA10123456784" },
      {
        inbound: {
          text: "UPS 1Z999AA10123456784",
          url: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
        },
      },
    ],
    [
      "a number that is none of a parcel's",
      { ...onItsWay, inbound_carrier: "other", inbound_tracking: "no number" },
      { inbound: { text: "no number", url: null } },
    ],
    ["a carrier alone", { ...onItsWay, inbound_carrier: "usps" }, { inbound: { text: "USPS", url: null } }],
  ])("%s", (_, columns, wanted) => {
    expect(row(columns)).toMatchObject(wanted);
  });

  test.each<[string, Parameters<typeof aStaffOrder>[0]]>([
    ["says neither", onItsWay],
    ["has come", { ...onItsWay, inbound_carrier: "usps", arrived_at: "2026-11-22T10:00:00Z" }],
  ])("of a package that %s nothing is said of its way here", (_, columns) => {
    expect(row(columns)).not.toHaveProperty("inbound");
  });

  test.each([
    { submission_status: "grading", received_count: 10, cards_sent: 10 },
    // Those of a group that has not left.
    { submission_status: "received", received_count: 10, cards_sent: 8 },
  ] as const)("of %j it is not said how many cards were sent", (columns) =>
    expect(row(columns)).not.toHaveProperty("sent"),
  );

  test("a paid order that has not come says how long, one that is late since when", () => {
    const paid = {
      payment_status: "paid",
      submission_status: "pending",
      submitted_at: "2026-11-20T12:00:00Z",
    } as const;
    expect(row(paid)).toMatchObject({ wait: expect.stringMatching(/^Paid \d+ days? ago$/) });
    expect(row(paid)).not.toHaveProperty("delay");
    const here = {
      payment_status: "paid",
      submission_status: "received",
      received_at: "2026-06-01T12:00:00Z",
      promised_from: "2026-06-15",
      promised_to: "2026-06-23",
    } as const;
    expect(row(here)).toMatchObject({
      wait: expect.stringMatching(/^\d+ days late$/),
      delay: "No reason given",
    });
  });
});

describe("order wait", () => {
  const NOW = Date.parse("2026-11-27T15:00:01Z");
  const times = { received_at: null, arrived_at: null, paid_at: null } as const;
  const set = { fulfillment_status: "grading", received_at: "2026-11-06T15:00:00Z" } as const;
  const here = { ...set, received_count: 10 } as const;
  const said = {
    paid_at: "2026-11-12T00:00:00Z",
    payment_status: "paid",
    inbound_shipped_at: "2026-11-14T12:00:00Z",
    inbound_delivered_at: "2026-11-26T12:00:00Z",
  } as const;
  const promised = (to: string) => ({ promised_from: "2026-11-20", promised_to: to });

  test.each<[Parameters<typeof aStaffOrder>[0], Partial<OrderWait> | null]>([
    [
      { ...times, ...here, ...promised("2026-11-27") },
      { days: 21, words: "21 days since check-in", late: null },
    ],
    [
      { ...times, ...here, ...promised("2026-11-25") },
      { days: 21, late: { lasts: "2 days late", delay: "No reason given" } },
    ],
    [
      {
        ...times,
        ...here,
        ...promised("2026-11-25"),
        delay_reason: "The grader is slow.",
        delayed_until: "2026-12-04",
      },
      { days: 21, late: { lasts: "2 days late", delay: "Now by Dec 4" } },
    ],
    [
      {
        ...times,
        ...here,
        ...promised("2026-11-20"),
        delay_reason: "The grader is slow.",
        delayed_until: "2026-11-25",
      },
      { days: 21, late: { lasts: "7 days late", delay: "Was to be by Nov 25" } },
    ],
    [
      { ...times, ...here, ...promised("2026-11-25"), payment_status: "canceled" },
      { days: 21, words: "21 days since check-in", late: null },
    ],
    [
      { ...times, arrived_at: "2026-11-26T15:00:00Z", paid_at: "2026-11-01T00:00:00Z" },
      { days: 1, words: "1 day unopened", late: null },
    ],
    [
      { ...times, arrived_at: "2026-11-26T15:00:00Z", is_counted_in_part: true },
      { days: 1, words: "1 day, counted in part", late: null },
    ],
    [
      { ...times, arrived_at: "2026-11-18T15:00:00Z", open_by: "2026-11-25", is_counted_in_part: true },
      { days: 9, late: { lasts: "2 days late", delay: "The rest was awaited until Nov 25" } },
    ],
    [
      { ...times, arrived_at: "2026-11-20T15:00:00Z", open_by: "2026-11-24" },
      { days: 7, late: { lasts: "3 days late", delay: "Was to be opened by Nov 24" } },
    ],
    [
      { ...times, arrived_at: "2026-11-24T15:00:00Z", open_by: "2026-11-27" },
      { days: 3, late: null },
    ],
    [
      { ...times, paid_at: "2026-11-27T00:00:00Z", payment_status: "paid" },
      { days: 1, words: "Paid 1 day ago" },
    ],
    [
      { ...times, paid_at: "2026-11-27T14:00:00Z", payment_status: "paid" },
      { days: 0, words: "Paid today" },
    ],
    [
      { ...times, ...said, inbound_delivered_at: null },
      { days: 13, words: "Said shipped Nov 14, 13 days" },
    ],
    [
      { ...times, ...said },
      { days: 1, words: "Said delivered Nov 26, 1 day" },
    ],
    [
      { ...times, ...said, inbound_delivered_at: "2026-11-27T12:00:00Z" },
      { days: 0, words: "Said delivered today" },
    ],
    [
      { ...times, ...said, inbound_shipped_at: "2026-11-27T12:00:00Z", inbound_delivered_at: null },
      { days: 0, words: "Said shipped today" },
    ],
    [{ ...times, ...said, payment_status: "canceled" }, null],
    [
      { ...times, ...said, arrived_at: "2026-11-26T15:00:00Z" },
      { days: 1, words: "1 day unopened" },
    ],
    [
      { ...times, arrived_at: "2026-11-27T14:00:00Z", paid_at: "2026-11-01T00:00:00Z" },
      { days: 0, words: "Arrived today" },
    ],
    [
      { ...times, received_at: "2026-11-27T14:00:00Z", received_count: 10, paid_at: "2026-11-01T00:00:00Z" },
      { days: 0, words: "Checked in today" },
    ],
    [
      { ...times, ...set },
      { days: 21, words: "21 days, not counted" },
    ],
    [
      { ...times, ...set, received_at: "2026-11-27T14:00:00Z" },
      { days: 0, words: "Since today, not counted" },
    ],
    [
      {
        ...here,
        fulfillment_status: "complete",
        submission_status: "completed",
        sent_back_at: "2026-11-27T14:00:00Z",
      },
      { days: 0, words: "Sent back today" },
    ],
    [{ ...times, paid_at: "2026-11-27T00:00:00Z", payment_status: "canceled" }, null],
    [{ ...times, payment_status: "unpaid" }, null],
    [
      {
        ...here,
        ...promised("2026-11-25"),
        fulfillment_status: "complete",
        submission_status: "completed",
        sent_back_at: "2026-11-12T15:00:00Z",
      },
      { days: 15, words: "15 days on its way", late: null },
    ],
    [{ ...times, ...here, ...promised("2026-01-06"), fulfillment_status: "complete" }, null],
  ])("%j waits: %j", (columns, expected) => {
    const wait = orderWait(aStaffOrder(columns), NOW);
    if (expected === null) expect(wait).toBeNull();
    else expect(wait).toMatchObject(expected);
  });
});

describe("next step", () => {
  const name = String(aStaffOrder().batch_id);
  const page = `/admin/order/${aStaffOrder().id}`;
  const desk = `/admin/receive?code=${name}`;
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
