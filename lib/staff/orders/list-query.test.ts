import { staffPaths } from "@/lib/base/staff-paths";
import { SAVED_VIEWS } from "@/lib/staff/labels";
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
  readListOf,
  readListQuery,
  readOpenOrder,
  readPickedOrders,
  readSearch,
  selectionHref,
  wholeOrderHref,
} from "@/lib/staff/orders/list-query";
import { orderPageSchema } from "@/lib/staff/orders/order-page";
import { bulkUpdateSchema } from "@/lib/staff/orders/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { aStaffOrder } from "@/sandbox/builders/order";

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
    [{}],
    [{ q: "a&b=c", view: "overdue" }],
    [{ sort: "-cards", from: "50" }],
    [{ at: "2026-11-01T00:00:00Z", id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091", dir: "back" }],
  ])("an order's own page knows the list of %j that it was opened from", (address) => {
    const list = readListQuery(address);
    const { searchParams, pathname } = new URL(wholeOrderHref(list, "order-1"), "https://a.test");
    expect(pathname).toBe(staffPaths.order("order-1"));
    expect(readListOf(searchParams.get("list") ?? undefined)).toEqual(list);
  });

  test("an order's page that was opened from no list says so; of a repeated one the first counts", () => {
    expect(readListOf(undefined)).toBeNull();
    expect(readListOf(["view=overdue", "view=waiting"])?.view).toBe("overdue");
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

describe("order page", () => {
  const none = { count: 0, is_more: false };
  const page = {
    staff_role: "staff",
    my_rights: { rights: ["exports"], ask: "olive@example.com" },
    orders: [aStaffOrder(), aStaffOrder({ batch_id: null, payment_status: "unpaid" })],
    is_sorted: null,
    next_cursor: { at: "2026-08-20T12:00:00.123456+00:00", id: aStaffOrder().id },
    previous_cursor: null,
    stopped_at: null,
    total: { count: 1000, is_more: true },
    views: Object.fromEntries(SAVED_VIEWS.map((view) => [view, none])),
    unmatched_packages: none,
    open_group: 7,
    answers: [{ id: aStaffOrder().id, told: null }],
  };

  test.each([{}, { orders: [], next_cursor: null, total: null, views: null, open_group: null, answers: [] }])(
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
