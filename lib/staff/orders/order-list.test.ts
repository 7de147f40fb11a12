import { SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";
import {
  type BulkOutcome,
  failuresFirst,
  isSaved,
  MAX_BULK,
  outcomeWords,
  retryable,
  summaryWords,
  toastWords,
} from "@/lib/staff/orders/bulk-outcome";
import { csvRow, csvRowCounter } from "@/lib/staff/orders/csv";
import { DAY_TILES, type DayTile, dayRow, moreViews } from "@/lib/staff/orders/day-row";
import { labelSheet, labelsHref, MAX_LABELS, TOO_MANY_LABELS } from "@/lib/staff/orders/label-sheet";
import { listOrderWords, pagerWords } from "@/lib/staff/orders/list-order";
import {
  exportHref,
  hasUnknownKey,
  isNarrowed,
  type ListQuery,
  listHref,
  listQueryString,
  MAX_SEARCH,
  orderHref,
  readListQuery,
  readOpenOrder,
  readPickedOrders,
  readSearch,
  selectionHref,
} from "@/lib/staff/orders/list-query";
import { orderCsvHeading, orderCsvRow } from "@/lib/staff/orders/order-csv";
import { MAX_PICKED_EXPORT, pickedExportHref } from "@/lib/staff/orders/picked-export";
import { bulkUpdateSchema } from "@/lib/staff/orders/schema";
import type { BoundedCount, StaffOrder } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

describe("list order", () => {
  test.each([
    [null, "Orders, newest first"],
    ["needs_check_in", "Orders, oldest first"],
    ["overdue", "Orders, longest late first"],
    ["to_count", "Orders, longest here first"],
    ["not_paid", "Orders, longest here first"],
    ["count_differs", "Orders, longest here first"],
    ["ready_to_return", "Orders, longest here first"],
    ["exceptions", "Orders, longest without being settled first"],
    ["to_review", "Orders, longest to be reviewed first"],
    ["set_aside", "Orders, longest set aside first"],
    ["late_to_open", "Orders, longest here first"],
    ["said_delivered", "Orders, longest said to be delivered first"],
    ["said_shipped", "Orders, longest on the way here first"],
    ["cancel_requested", "Orders, longest asked to cancel first"],
    ["waiting", "Orders, longest asked first"],
    ["problems", "Orders, longest without an answer first"],
  ] as const)("the rows of the view %s stand: %s", (view, words) => {
    expect(listOrderWords({ view, sort: null })).toBe(words);
  });

  test.each([
    [null, { former: "Newer", first: "Newest", later: "Older" }],
    ["needs_check_in", { former: "Older", first: "Oldest", later: "Newer" }],
    ["waiting", { former: "Longer", first: "Longest", later: "Shorter" }],
  ] as const)("the ways through the view %s", (view, words) => {
    expect(pagerWords({ view })).toEqual(words);
  });

  test("a list in the order of a column says so", () => {
    const sort = { by: "cards", isDescending: true } as const;
    expect(listOrderWords({ view: "waiting", sort })).toBe("Orders by cards, descending");
  });
});

describe("list query", () => {
  const ID = "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b";
  const AT = "2026-08-20T12:00:00.123456+00:00";
  const NOTHING: ListQuery = {
    search: "",
    payment: null,
    fulfillment: null,
    submission: null,
    view: null,
    sort: null,
    offset: 0,
    cursor: null,
    isBackwards: false,
  };

  test.each<[string, Partial<ListQuery>]>([
    ["?", {}],
    ["?q=casey", { search: "casey" }],
    ["?payment=paid&fulfillment=grading", { payment: "paid", fulfillment: "grading" }],
    ["?view=overdue", { view: "overdue" }],
    ["?submission=graded", { submission: "graded" }],
    ["?sort=cards", { sort: { by: "cards", isDescending: false } }],
    ["?sort=-waiting&from=150", { sort: { by: "waiting", isDescending: true }, offset: 150 }],
    [`?at=${encodeURIComponent(AT)}&id=${ID}`, { cursor: { at: AT, id: ID } }],
    [
      `?at=2026-08-20T12:00:00Z&id=${ID}&dir=back`,
      { cursor: { at: "2026-08-20T12:00:00Z", id: ID }, isBackwards: true },
    ],
  ])("%s is read", (address, expected) => {
    const query = readListQuery(Object.fromEntries(new URLSearchParams(address)));
    expect(query).toEqual({ ...NOTHING, ...expected });
    expect(readListQuery(Object.fromEntries(new URLSearchParams(listQueryString(query))))).toEqual(query);
  });

  test.each([
    { payment: "refunded" },
    { payment: "paid'--" },
    { fulfillment: "toString" },
    { submission: "lost" },
    { sort: "--cards" },
    { sort: "search_text" },
    { from: "50" },
    { view: "" },
    { dir: "back" },
    { at: AT },
    { id: ID },
    { at: AT, id: "42" },
    { at: "yesterday", id: ID },
    { at: "2026-02-31T00:00:00Z", id: ID },
    { at: "2026-13-01T00:00:00Z", id: ID },
    { at: "2026-08-20T25:00:00Z", id: ID },
    { at: "2026-08-20T12:00:00+99:00", id: ID },
    { at: "0000-01-01T00:00:00Z", id: ID },
    { at: "infinity", id: ID },
  ])("%j counts as not given", (query) => {
    expect(readListQuery(query)).toEqual(NOTHING);
  });

  test.each(["0", "-1", "1000", "1e2", "x"])("a page does not begin after %s orders", (from) => {
    expect(readListQuery({ sort: "cards", from }).offset).toBe(0);
  });

  test("a list in another order has no cursor: its pages are counted", () => {
    expect(readListQuery({ sort: "cards", at: AT, id: ID }).cursor).toBeNull();
  });

  test("of a value given twice the first counts", () => {
    expect(readListQuery({ payment: ["paid", "unpaid"], q: ["a", "b"] })).toMatchObject({
      payment: "paid",
      search: "a",
    });
  });

  test.each([
    ["  Casey \t\n Collector ", "Casey Collector"],
    ["a\u0000b", "a b"],
    ["\u200Bzero\u202E width", "zero width"],
    ["%_\\'\";--", "%_\\'\";--"],
    ["half \ud83d of a letter", "half \ufffd of a letter"],
    ["x".repeat(50_000), "x".repeat(MAX_SEARCH)],
    [undefined, ""],
  ])("the search %j is taken as %j", (text, expected) => {
    expect(readSearch(text)).toBe(expected);
  });

  test("a search ends between two letters, never within one", () => {
    const found = readSearch("🂡".repeat(300));
    expect(Array.from(found)).toHaveLength(MAX_SEARCH);
    expect(found.isWellFormed()).toBe(true);
  });

  const deep = readListQuery({ q: "a b&c", payment: "paid", at: AT, id: ID, dir: "back" });

  test("a change starts at the newest again and keeps the rest", () => {
    expect(listHref(deep, { fulfillment: "grading" })).toBe(
      "/admin?q=a+b%26c&payment=paid&fulfillment=grading",
    );
    expect(listHref(deep, { search: "", payment: null })).toBe("/admin");
  });

  test("an order opens on the page where it is listed, and closes onto the same page", () => {
    const place = new URLSearchParams({ q: "a b&c", payment: "paid", at: AT, id: ID, dir: "back" });
    expect(orderHref(deep, ID)).toBe(`/admin?${place}&order=${ID}`);
    expect(orderHref(deep, null)).toBe(`/admin?${place}`);
    expect(orderHref(readListQuery({}), ID)).toBe(`/admin?order=${ID}`);
  });

  test("an export, and all that is picked, start at the first order, wherever the list is and in whichever order", () => {
    expect(exportHref(deep)).toBe("/api/admin/orders/export?q=a+b%26c&payment=paid");
    const sorted = readListQuery({ q: "a", sort: "-cards", from: "50" });
    expect([exportHref(sorted), selectionHref(sorted)]).toEqual([
      "/api/admin/orders/export?q=a",
      "/api/admin/orders/selection?q=a",
    ]);
    expect(exportHref(readListQuery({ view: "overdue" }))).toBe("/api/admin/orders/export?view=overdue");
  });

  test.each([
    [{}, false],
    [{ q: "  " }, false],
    [{ payment: "gold" }, false],
    [{ at: AT, id: ID }, false],
    [{ q: "x" }, true],
    [{ payment: "paid" }, true],
    [{ fulfillment: "complete" }, true],
    [{ view: "exceptions" }, true],
    [{ submission: "graded" }, true],
    [{ sort: "cards" }, false],
  ])("%j is narrowed: %s", (query, expected) => {
    expect(isNarrowed(readListQuery(query))).toBe(expected);
  });

  test.each([
    [undefined, null],
    ["", null],
    [ID, ID],
    [ID.toUpperCase(), ID],
    [[ID, "x"], ID],
    ["42", "unknown"],
    ["'; drop table", "unknown"],
  ])("the open order of %j is %j", (value, expected) => {
    expect(readOpenOrder(value)).toBe(expected);
  });

  test.each([
    [undefined, []],
    ["", []],
    ["nonsense", []],
    [`${ID},, ${ID.toUpperCase()} ,x`, [ID]],
    [["a", "b"], []],
  ])("%j asks for %j", (value, expected) => {
    expect(readPickedOrders(value)).toEqual(expected);
  });

  test.each([
    ["q=a&payment=paid&at=x", false],
    ["", false],
    ["search=a", true],
    ["q=a&Payment=paid", true],
    ["constructor=1", true],
  ])("%j names what the list does not know: %s", (query, isUnknown) => {
    expect(hasUnknownKey(Object.fromEntries(new URLSearchParams(query)))).toBe(isUnknown);
  });
});

describe("bulk outcome", () => {
  const result = (outcome: BulkOutcome["outcome"], version = 4): BulkOutcome => ({
    id: `${outcome}-${version}`,
    outcome,
    order: { version } as StaffOrder,
  });

  test("what somebody else changed is saved again over the version that was shown, with a reason what lacked one", () => {
    const results = [
      result("updated"),
      result("conflict", 9),
      result("reason_required"),
      result("unchanged"),
      { id: "gone", outcome: "not_found" } as const,
    ];
    expect(retryable(results, false)).toEqual([{ id: "conflict-9", version: 9 }]);
    expect(retryable(results, true)).toEqual([
      { id: "conflict-9", version: 9 },
      { id: "reason_required-4", version: 4 },
    ]);
  });

  test.each<[BulkOutcome["outcome"][], string]>([
    [["updated", "updated"], "2 updated"],
    [["updated", "unchanged"], "1 updated, 1 as they were"],
    [["conflict", "not_found", "updated"], "1 updated, 2 not saved"],
    [["reason_required"], "0 updated, 1 not saved"],
  ])("%j are summed up as %s", (outcomes, expected) => {
    expect(summaryWords(outcomes.map((outcome) => result(outcome)))).toBe(expected);
  });

  test("a toast says how many were saved, another one how many were not", () => {
    const outcomes = ["updated", "updated", "unchanged", "conflict"] as const;
    expect(toastWords(outcomes.map((outcome) => result(outcome)))).toEqual([
      { tone: "success", text: "Order updated successfully: 2 updated, 1 as they were" },
      { tone: "danger", text: "Failed to update order: 1 not saved" },
    ]);
    expect(toastWords([result("not_found")])).toEqual([
      { tone: "danger", text: "Failed to update order: 1 not saved" },
    ]);
  });

  test("what was not saved says so", () => {
    expect(outcomeWords(result("conflict"))).toMatch(/^Not saved/);
    expect(outcomeWords(result("not_found"))).toMatch(/^Not saved/);
    expect(outcomeWords(result("being_paid"))).toMatch(/^Not saved/);
    expect(outcomeWords(result("all_refunded"))).toMatch(/^Not saved/);
    expect(outcomeWords(result("updated"))).toBe("Updated");
    expect(outcomeWords({ ...result("reason_required"), oddities: ["not_paid"] })).toBe(
      "Not saved without a reason. It is not paid.",
    );
  });

  test("what was not saved stands first, the rest as in the list", () => {
    const results = [
      result("updated", 1),
      result("conflict", 2),
      result("unchanged", 3),
      result("not_found", 4),
    ];
    const orders = results.map(({ id }) => ({ id, version: 1, name: id })).reverse();
    expect(failuresFirst(orders, results, isSaved).map(({ id }) => id)).toEqual([
      "not_found-4",
      "conflict-2",
      "unchanged-3",
      "updated-1",
    ]);
  });
});

describe("csv", () => {
  test.each([
    [["a", "b"], "a,b\r\n"],
    [["", null, undefined], ",,\r\n"],
    [[12, -4.5, true], "12,-4.5,true\r\n"],
    [["a,b"], '"a,b"\r\n'],
    [['say "hi"'], '"say ""hi"""\r\n'],
    [["two\nlines"], '"two\nlines"\r\n'],
    [["two\r\nlines"], '"two\r\nlines"\r\n'],
    [[" padded "], '" padded "\r\n'],
    [["=1+1"], "'=1+1\r\n"],
    [["+1 555 0100"], "'+1 555 0100\r\n"],
    [["-2"], "'-2\r\n"],
    [["@SUM(A1)"], "'@SUM(A1)\r\n"],
    [["  =1"], "'  =1\r\n"],
    [["\t=1"], "\"'\t'=1\"\r\n"],
    [["\r=1"], "\"'\r'=1\"\r\n"],
    [["＝1"], "'＝1\r\n"],
    [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
    [["x;=1+1;y"], "x;'=1+1;y\r\n"],
    [["x; @SUM(A1)|-2"], "x; '@SUM(A1)|'-2\r\n"],
    [["x\t+1"], '"x\t\'+1"\r\n'],
    [["note\n=1+1"], '"note\n\'=1+1"\r\n'],
    [['x;"=1+1"'], '"x;""\'=1+1"""\r\n'],
    [["a;b | c - d"], "a;b | c - d\r\n"],
    [["a=1"], "a=1\r\n"],
    [["Zoë 🂡"], "Zoë 🂡\r\n"],
  ])("%j becomes %j", (cells, row) => expect(csvRow(cells)).toBe(row));

  const bytes = (text: string) => new TextEncoder().encode(text);

  test("rows are counted, however the bytes are cut, and line ends within cells are none", () => {
    const text = [
      ["a", "b"],
      ['say "no"\r\nplease', "é\n\n"],
      ['"', '""'],
      ["x", 1],
    ]
      .map(csvRow)
      .join("");
    for (let cut = 1; cut < 9; cut += 1) {
      const count = csvRowCounter();
      let rows = 0;
      for (let at = 0; at < text.length; at += cut) rows = count(bytes(text.slice(at, at + cut)));
      expect(rows).toBe(4);
    }
  });

  test("a row that has only begun does not count", () => {
    const count = csvRowCounter();
    expect(count(bytes('a,"b\n'))).toBe(0);
    expect(count(bytes('c"\r\n'))).toBe(1);
  });
});

describe("label sheet", () => {
  const id = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => id(nth));
  const labeled = (nth: number, batch_id: string | null = `BATCH-TEST0001-${1000 + nth}`) => ({
    id: id(nth),
    batch_id,
  });

  test("the address names the orders, and reads as it was written", () => {
    const href = labelsHref([id(2), id(1)]);
    expect(href).toMatch(/^\/admin\/labels\?orders=/);
    const orders = new URL(href, "http://localhost").searchParams.get("orders") ?? "";
    expect(readPickedOrders(orders)).toEqual([id(2), id(1)]);
  });

  test("what has no batch ID, is gone or is too much is refused with a reason", () => {
    expect(labelSheet(ids(2), [labeled(0), labeled(1)])).toEqual({
      batchIds: ["BATCH-TEST0001-1000", "BATCH-TEST0001-1001"],
      refusals: [],
    });
    expect(labelSheet(ids(3), [labeled(0), labeled(1, null)])).toEqual({
      batchIds: ["BATCH-TEST0001-1000"],
      refusals: [
        "ORDER-00000000: no label, because it has no batch ID.",
        "1 of the selected orders is gone.",
      ],
    });
    expect(labelSheet(ids(4), [labeled(0, null), labeled(1, null)]).refusals).toEqual([
      "ORDER-00000000, ORDER-00000000: no label, because they have no batch ID.",
      "2 of the selected orders are gone.",
    ]);
    const most = ids(MAX_LABELS).map((_, nth) => labeled(nth));
    expect(labelSheet(ids(MAX_LABELS), most).refusals).toEqual([]);
    expect(labelSheet(ids(MAX_LABELS + 1), most)).toEqual({
      batchIds: most.map(({ batch_id }) => batch_id),
      refusals: [TOO_MANY_LABELS],
    });
  });
});

describe("order csv", () => {
  const order = aStaffOrder({
    id: "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b",
    batch_id: null,
    num_cards: 4,
    payment_status: "unpaid",
    submitted_at: "2026-08-20T12:00:00+00:00",
    email: "=cmd@example.test",
    customer_name: "Casey, C.",
    refunded_cents: 250,
    grading_submission_number: "-1",
    internal_notes: 'he said "call"\nfirst',
  });

  test("an order is one row with as many cells as the heading, and nothing in it runs", () => {
    expect(orderCsvHeading.startsWith("\uFEFFBatch ID,Submitted,")).toBe(true);
    expect(orderCsvRow(order)).toBe(
      `ORDER-0B9C1D7E,2026-08-20T12:00:00+00:00,"Casey, C.",'=cmd@example.test,payg,4,100,,2.5,unpaid,not_received,` +
        `pending,,,,'-1,"he said ""call""\nfirst"\r\n`,
    );
    const columns = orderCsvHeading.split(",").length;
    const bare = orderCsvRow({ ...order, customer_name: null });
    expect(bare.split(",")).toHaveLength(columns);
  });
});

describe("picked export", () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

  test("a file names its orders, and its address is one that every proxy takes", () => {
    const ids = Array.from({ length: MAX_PICKED_EXPORT }, (_, n) => id(n));
    const href = pickedExportHref(ids);
    expect(readPickedOrders(new URL(href, "http://x.test").searchParams.get("orders") ?? undefined)).toEqual(
      ids,
    );
    expect(href.length).toBeLessThan(8_000);
  });
});

describe("schema", () => {
  const row = { id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091", version: 3 };
  const changes = {
    fulfillment_status: "grading",
    submission_status: "shipped",
    tracking_number: "1Z999AA10123456784",
    grading_submission_number: "PSA-1",
    note: "one box",
  };
  const problem = (body: unknown) => bulkUpdateSchema.safeParse(body).error?.issues[0]?.message ?? null;

  test("several orders take what makes sense for many", () => {
    const body = { orders: [row, row], changes };
    expect(bulkUpdateSchema.parse({ orders: [{ ...row, payment_status: "paid" }, row], changes })).toEqual(
      body,
    );
  });

  test.each([
    { payment_status: "paid" },
    { internal_notes: "x" },
    { invoice_filename: "a.pdf" },
    { is_reviewed: true },
  ])("many orders cannot take %j", (more) => {
    expect(problem({ orders: [row], changes: { ...changes, ...more } })).not.toBeNull();
  });

  test.each([
    ["no order", { orders: [], changes }, "Please select at least one order."],
    [
      "too many orders",
      { orders: Array(MAX_BULK + 1).fill(row), changes },
      "Up to 200 orders can be changed at once.",
    ],
    ["no change", { orders: [row], changes: {} }, "Nothing was changed."],
  ])("%s is said so", (_, body, message) => {
    expect(problem(body)).toBe(message);
  });

  test("as many orders as a call may change pass", () => {
    expect(problem({ orders: Array(MAX_BULK).fill(row), changes })).toBeNull();
  });

  test.each([[{ ...row, id: "7" }], [{ id: row.id }], [{ version: 3 }], [{ ...row, version: 0 }], [row.id]])(
    "%j is no order with the version that was seen",
    (order) => {
      expect(problem({ orders: [order], changes })).not.toBeNull();
    },
  );
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
