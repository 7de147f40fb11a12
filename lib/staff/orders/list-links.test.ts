import { exportHref, isNarrowed, listHref, orderHref, readOpenOrder } from "@/lib/staff/orders/list-links";
import { readListQuery } from "@/lib/staff/orders/list-query";

const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
const AT = "2026-03-01T10:00:00.123456+00:00";

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

test("an export starts at the newest order, wherever the list is", () => {
  expect(exportHref(deep)).toBe("/api/admin/orders/export?q=a+b%26c&payment=paid");
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
