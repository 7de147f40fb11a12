import { staffPaths } from "@/lib/base/staff-paths";
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
