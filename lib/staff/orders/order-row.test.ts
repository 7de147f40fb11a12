import { SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";
import { DAY_TILES, type DayTile, dayRow, moreViews } from "@/lib/staff/orders/day-row";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { attentionWords, customerWords, setAsideNote } from "@/lib/staff/orders/order-attention";
import { orderRow } from "@/lib/staff/orders/order-row";
import { type OrderWait, orderWait } from "@/lib/staff/orders/order-wait";
import type { BoundedCount } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

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
      { fulfillment: "Grading", status: "Received and counted" },
    ],
    [
      "a package that waits to be opened, of a canceled order, too",
      { payment_status: "canceled", submission_status: "pending", arrived_at: "2026-11-20T10:00:00Z" },
      { status: "Here, unopened" },
    ],
    [
      "how many cards went to the grader, where others are here",
      { submission_status: "grading", received_count: 10, cards_sent: 8 },
      { sent: "8 of 10 cards sent" },
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

describe("day row", () => {
  const ALL = readListQuery({});
  const counts = (some: Partial<Record<SavedView, number>> = {}) =>
    Object.fromEntries(
      SAVED_VIEWS.map((view) => [view, { count: some[view] ?? 0, is_more: some[view] === 1000 }]),
    ) as Record<SavedView, BoundedCount>;
  const tileOf = (
    name: DayTile["name"],
    some: Partial<Record<SavedView, number>> = {},
    group: number | null = null,
  ) => dayRow(ALL, counts(some), group).find((tile) => tile.name === name);

  test("the tiles stand in the order of the day", () => {
    expect(dayRow(ALL, counts(), null).map(({ title }) => title)).toEqual([
      "Needs check-in",
      "Ready to send",
      "Ready to return",
      "Waiting on us",
      "Overdue",
      "Never arrived",
    ]);
  });

  test("every saved view is linked once, in a tile or under More views", () => {
    const linked = [
      ...dayRow(ALL, null, null).flatMap(({ lead, others }) => [lead, ...others]),
      ...moreViews(ALL, null),
    ];
    expect(linked.map(({ view }) => view).sort()).toEqual([...SAVED_VIEWS].sort());
    expect(new Set(linked.map(({ label }) => label)).size).toBe(SAVED_VIEWS.length);
    for (const { view, href } of linked) expect(href).toBe(`/admin?view=${view}`);
  });

  test.each<[DayTile["name"], Partial<Record<SavedView, number>>, SavedView, string, string]>([
    ["check_in", { needs_check_in: 3 }, "needs_check_in", "Open the desk", "/admin/receive"],
    ["check_in", { late_to_open: 2 }, "late_to_open", "Open the desk", "/admin/receive"],
    ["check_in", { to_count: 2 }, "to_count", "Open the desk", "/admin/receive"],
    ["send", { ready_to_send: 3 }, "ready_to_send", "Scan into a group", "/admin/grader"],
    ["return", { ready_to_return: 3 }, "ready_to_return", "Scan carrier labels", "/admin/returns"],
    [
      "decide",
      { cancel_requested: 1, problems: 2, to_review: 3 },
      "cancel_requested",
      "Cancel or decline",
      "/admin?view=cancel_requested",
    ],
    ["decide", { problems: 2, to_review: 3 }, "problems", "Answer the customer", "/admin?view=problems"],
    ["decide", { to_review: 3 }, "to_review", "Look at payments", "/admin?view=to_review"],
    [
      "overdue",
      { overdue: 3, overdue_untold: 2 },
      "overdue_untold",
      "Tell customers why",
      "/admin?view=overdue_untold",
    ],
    ["overdue", { overdue: 3 }, "overdue", "Follow up", "/admin?view=overdue"],
    [
      "missing",
      { said_delivered: 1, never_received: 9 },
      "said_delivered",
      "Search the shelves",
      "/admin/receive",
    ],
    [
      "missing",
      { said_shipped: 1, never_received: 9 },
      "said_shipped",
      "Ask the carrier",
      "/admin?view=said_shipped",
    ],
    ["missing", { never_received: 9 }, "never_received", "Write to customers", "/admin?view=never_received"],
    ["return", { late_home: 2 }, "late_home", "Ask the carrier", "/admin?view=late_home"],
  ])("%s with %j leads to %s: %s", (name, some, view, words, href) => {
    const tile = tileOf(name, some);
    expect(tile?.lead.view).toBe(view);
    expect(tile?.lead.count).toBe(String(some[view]));
    expect(tile?.step).toEqual({ words, href });
    expect(words.split(" ").length).toBeLessThanOrEqual(4);
  });

  test("a tile's other views that have some stay beside it with their counts, and are not added up", () => {
    const tile = tileOf("decide", { problems: 2, to_review: 1000 });
    expect([
      tile?.lead.count,
      ...(tile?.others ?? []).map(({ label, count }) => `${label} ${count}`),
    ]).toEqual(["2", "To be reviewed 1,000+"]);
  });

  test("an empty view stays in its tile while it is open", () => {
    const query = readListQuery({ view: "cancel_requested" });
    const tile = dayRow(query, counts({ problems: 2 }), null).find(({ name }) => name === "decide");
    expect(tile?.others.map(({ view }) => view)).toEqual(["cancel_requested"]);
  });

  test("batches go into the one open group; without one, or with several, to where the groups are", () => {
    expect(tileOf("send", { ready_to_send: 1 }, 7)?.step?.href).toBe("/admin/grader/7");
    expect(tileOf("send", { ready_to_send: 1 }, null)?.step?.href).toBe("/admin/grader");
  });

  test.each(DAY_TILES)("%s without any order is done: nothing to do, nothing late", (name) => {
    expect(tileOf(name)).toMatchObject({ lead: { count: "0" }, step: null, late: null });
  });

  test.each<[DayTile["name"], SavedView, string | undefined]>([
    ["check_in", "needs_check_in", undefined],
    ["send", "ready_to_send", undefined],
    ["return", "ready_to_return", undefined],
    ["decide", "problems", undefined],
    ["overdue", "overdue", undefined],
    ["missing", "never_received", "Late to arrive"],
  ])("of %s with %s is late: %s", (name, view, late) => {
    expect(tileOf(name, { [view]: 1 })?.late ?? undefined).toBe(late);
  });

  test("what is late to open is so beside the count of all that waits for the desk, and nothing else is", () => {
    const tile = tileOf("check_in", { needs_check_in: 4, to_count: 2, late_to_open: 1 });
    expect(tile?.lead).toMatchObject({ view: "needs_check_in", isLate: false });
    expect(tile?.others.map(({ label, count, isLate }) => [label, count, isLate])).toEqual([
      ["Here, not counted", "2", false],
      ["Late to open", "1", true],
    ]);
    expect(tileOf("check_in", { needs_check_in: 4 })?.others).toEqual([]);
  });

  test("where nothing was counted a tile still says what to do, and shows no figure", () => {
    const tile = dayRow(ALL, null, null)[0];
    expect(tile).toMatchObject({ lead: { count: null }, step: { words: "Open the desk" }, late: null });
  });

  test("the view that is open is marked wherever it stands, and links keep the search", () => {
    const query = readListQuery({ view: "problems", q: "jane", sort: "cards" });
    const links = dayRow(query, counts({ cancel_requested: 1 }), null).flatMap(({ lead, others }) => [
      lead,
      ...others,
    ]);
    expect(links.filter(({ isHere }) => isHere).map(({ view }) => view)).toEqual(["problems"]);
    expect(links[0]?.href).toBe("/admin?q=jane&view=needs_check_in");
    const chips = moreViews(readListQuery({ view: "set_aside" }), counts());
    expect(chips.filter(({ isHere }) => isHere).map(({ label }) => label)).toEqual(["Set aside"]);
  });
});

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
