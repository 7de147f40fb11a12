import {
  type BulkOutcome,
  MAX_BULK,
  outcomeText,
  retryable,
  toastText,
} from "@/lib/staff/orders/bulk-outcome";
import { csvRow, csvRowCounter } from "@/lib/staff/orders/csv";
import {
  labelSheet,
  MAX_LABELS,
  MAX_PICKED_EXPORT,
  pickedExportHref,
  TOO_MANY_LABELS,
} from "@/lib/staff/orders/label-sheet";
import {
  exportHref,
  hasUnknownKey,
  isNarrowed,
  type ListQuery,
  listHref,
  listQueryString,
  MAX_SEARCH,
  readListQuery,
  readOpenOrder,
  readPickedOrders,
  readSearch,
  selectionHref,
} from "@/lib/staff/orders/list-query";
import { bulkUpdateSchema } from "@/lib/staff/orders/schema";
import type { StaffOrder } from "@/lib/staff/staff-order";

describe("list query", () => {
  const ID = "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b";
  const AT = "2026-08-20T12:00:00.123456+00:00";
  const NOTHING: ListQuery = {
    search: "",
    payment: null,
    fulfillment: null,
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
    ["?sort=-waiting&from=150", { sort: { by: "waiting", isDescending: true }, offset: 150 }],
    [`?at=${encodeURIComponent(AT)}&id=${ID}`, { cursor: { at: AT, id: ID } }],
    [
      `?at=2026-08-20T12:00:00Z&id=${ID}&dir=back`,
      { cursor: { at: "2026-08-20T12:00:00Z", id: ID }, isBackwards: true },
    ],
  ])("parses %s and writes the same URL", (address, expected) => {
    const query = readListQuery(Object.fromEntries(new URLSearchParams(address)));
    expect(query).toEqual({ ...NOTHING, ...expected });
    expect(readListQuery(Object.fromEntries(new URLSearchParams(listQueryString(query))))).toEqual(query);
  });

  test.each([
    { payment: "refunded" },
    { fulfillment: "toString" },
    { sort: "--cards" },
    { sort: "search_text" },
    { at: AT },
    { at: AT, id: "42" },
    { at: "2026-02-31T00:00:00Z", id: ID },
    { at: "infinity", id: ID },
  ])("ignores the invalid query %j", (query) => {
    expect(readListQuery(query)).toEqual(NOTHING);
  });

  test.each(["0", "-1", "1000", "1e2", "x"])("ignores the invalid offset %s", (from) => {
    expect(readListQuery({ sort: "cards", from }).offset).toBe(0);
  });

  test("ignores the cursor when the list is sorted", () => {
    expect(readListQuery({ sort: "cards", at: AT, id: ID }).cursor).toBeNull();
  });

  test.each([
    ["  Casey \t\n Collector ", "Casey Collector"],
    ["a\u0000b", "a b"],
    ["\u200Bzero\u202E width", "zero width"],
    ["half \ud83d of a letter", "half \ufffd of a letter"],
    ["x".repeat(50_000), "x".repeat(MAX_SEARCH)],
  ])("cleans the search %j to %j", (text, expected) => {
    expect(readSearch(text)).toBe(expected);
  });

  const deep = readListQuery({ q: "a b&c", payment: "paid", at: AT, id: ID, dir: "back" });

  test("returns to the first page when a filter changes", () => {
    expect(listHref(deep, { fulfillment: "grading" })).toBe(
      "/admin?q=a+b%26c&payment=paid&fulfillment=grading",
    );
    expect(listHref(deep, { search: "", payment: null })).toBe("/admin");
  });

  test("exports and selects from the first order, without sorting", () => {
    expect(exportHref(deep)).toBe("/api/admin/orders/export?q=a+b%26c&payment=paid");
    const sorted = readListQuery({ q: "a", sort: "-cards", from: "50" });
    expect([exportHref(sorted), selectionHref(sorted)]).toEqual([
      "/api/admin/orders/export?q=a",
      "/api/admin/orders/selection?q=a",
    ]);
  });

  test.each([
    [{}, false],
    [{ at: AT, id: ID }, false],
    [{ q: "x" }, true],
    [{ sort: "cards" }, false],
  ])("returns whether %j narrows the list: %s", (query, expected) => {
    expect(isNarrowed(readListQuery(query))).toBe(expected);
  });

  test.each([
    [undefined, null],
    [ID, ID],
    [ID.toUpperCase(), ID],
    [[ID, "x"], ID],
    ["42", "unknown"],
  ])("parses the open order %j as %j", (value, expected) => {
    expect(readOpenOrder(value)).toBe(expected);
  });

  test.each([
    [undefined, []],
    [`${ID},, ${ID.toUpperCase()} ,x`, [ID]],
    [["a", "b"], []],
  ])("parses the selected orders %j as %j", (value, expected) => {
    expect(readPickedOrders(value)).toEqual(expected);
  });

  test.each([
    ["q=a&payment=paid&at=x", false],
    ["search=a", true],
    ["constructor=1", true],
  ])("finds unknown keys in %j: %s", (query, isUnknown) => {
    expect(hasUnknownKey(Object.fromEntries(new URLSearchParams(query)))).toBe(isUnknown);
  });
});

describe("bulk outcome", () => {
  const result = (outcome: BulkOutcome["outcome"], version = 4): BulkOutcome => ({
    id: `${outcome}-${version}`,
    outcome,
    order: { version } as StaffOrder,
  });

  test("retries conflicts at the current version, and unusual changes with a reason", () => {
    const results = [
      result("updated"),
      result("order_changed", 9),
      result("reason_for_odd"),
      result("unchanged"),
      { id: "gone", outcome: "order_not_found" } as const,
    ];
    expect(retryable(results, false)).toEqual([{ id: "order_changed-9", version: 9 }]);
    expect(retryable(results, true)).toEqual([
      { id: "order_changed-9", version: 9 },
      { id: "reason_for_odd-4", version: 4 },
    ]);
  });

  test("shows saved and failed orders in separate toasts", () => {
    const outcomes = ["updated", "updated", "unchanged", "order_changed"] as const;
    expect(toastText(outcomes.map((outcome) => result(outcome)))).toEqual([
      { tone: "success", text: "Order updated successfully: 2 updated, 1 unchanged" },
      { tone: "danger", text: "Failed to update order: 1 not saved" },
    ]);
    expect(toastText([result("order_not_found")])).toEqual([
      { tone: "danger", text: "Failed to update order: 1 not saved" },
    ]);
  });

  test("explains why an order wasn't saved", () => {
    expect(outcomeText(result("order_changed"))).toMatch(/^Not saved/);
    expect(outcomeText({ ...result("reason_for_odd"), warnings: ["not_paid"] })).toBe(
      "Not saved. It needs a reason. It isn't paid.",
    );
  });
});

describe("csv", () => {
  test.each([
    [["a", "b"], "a,b\r\n"],
    [["", null, undefined], ",,\r\n"],
    [[12, -4.5, true], "12,-4.5,true\r\n"],
    [["a,b"], '"a,b"\r\n'],
    [['say "hi"'], '"say ""hi"""\r\n'],
    [["two\r\nlines"], '"two\r\nlines"\r\n'],
    [[" padded "], '" padded "\r\n'],
    [["=1+1"], "'=1+1\r\n"],
    [["+1 555 0100"], "'+1 555 0100\r\n"],
    [["-2"], "'-2\r\n"],
    [["@SUM(A1)"], "'@SUM(A1)\r\n"],
    [["  =1"], "'  =1\r\n"],
    [["\t=1"], "\"'\t'=1\"\r\n"],
    [["＝1"], "'＝1\r\n"],
    [["x;=1+1;y"], "x;'=1+1;y\r\n"],
    [["note\n=1+1"], '"note\n\'=1+1"\r\n'],
    [['x;"=1+1"'], '"x;""\'=1+1"""\r\n'],
    [["a;b | c - d"], "a;b | c - d\r\n"],
    [["a=1"], "a=1\r\n"],
  ])("writes the cell %j as %j", (cells, row) => expect(csvRow(cells)).toBe(row));

  const bytes = (text: string) => new TextEncoder().encode(text);

  test("counts rows across chunks and ignores line ends within cells", () => {
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
});

describe("label sheet", () => {
  const id = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => id(nth));
  const labeled = (nth: number, batch_id: string | null = `BATCH-TEST0001-${1000 + nth}`) => ({
    id: id(nth),
    batch_id,
  });

  test("explains missing batch IDs, deleted orders and too many labels", () => {
    expect(labelSheet(ids(3), [labeled(0), labeled(1, null)])).toEqual({
      batchIds: ["BATCH-TEST0001-1000"],
      refusals: ["No label for ORDER-00000000. It has no batch ID.", "1 selected order no longer exists."],
    });
    const most = ids(MAX_LABELS).map((_, nth) => labeled(nth));
    expect(labelSheet(ids(MAX_LABELS), most).refusals).toEqual([]);
    expect(labelSheet(ids(MAX_LABELS + 1), most)).toEqual({
      batchIds: most.map(({ batch_id }) => batch_id),
      refusals: [TOO_MANY_LABELS],
    });
  });
});

describe("picked export", () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

  test("keeps the URL of a selected export short enough for proxies", () => {
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

  test("accepts the fields that can be changed on several orders", () => {
    const body = { orders: [row, row], changes };
    expect(bulkUpdateSchema.parse({ orders: [{ ...row, payment_status: "paid" }, row], changes })).toEqual(
      body,
    );
  });

  test.each([{ payment_status: "paid" }, { is_reviewed: true }])("refuses %j for several orders", (more) => {
    expect(problem({ orders: [row], changes: { ...changes, ...more } })).not.toBeNull();
  });

  test.each([
    ["no order", { orders: [], changes }, "Select at least one order."],
    [
      "too many orders",
      { orders: Array(MAX_BULK + 1).fill(row), changes },
      "You can change up to 200 orders at once.",
    ],
    ["no change", { orders: [row], changes: {} }, "Nothing changed."],
  ])("refuses %s with a reason", (_, body, message) => {
    expect(problem(body)).toBe(message);
  });

  test.each([[{ ...row, id: "7" }], [{ id: row.id }], [{ version: 3 }], [{ ...row, version: 0 }], [row.id]])(
    "refuses %j as an order with its version",
    (order) => {
      expect(problem({ orders: [order], changes })).not.toBeNull();
    },
  );
});
