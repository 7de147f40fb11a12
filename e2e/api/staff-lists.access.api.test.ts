import { aMark } from "../../sandbox/builders/ids.ts";
import { logInAsStaff, Product, type SignedIn } from "../../sandbox/builders/product.ts";
import { addOrders } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

/* The staff's list of orders and its export: odd addresses, and more rows than a page. */

const product = new Product();
const sql = database();
let staff: SignedIn;
beforeAll(async () => {
  staff = await logInAsStaff(product, sql);
});
afterAll(() => sql.end());

const odd = [
  "q=%25%5F%5C",
  "q=%00%01",
  "q=%ED%A0%80",
  "q=%E0%A4%A",
  `q=${"x".repeat(5000)}`,
  `q=${"a%20".repeat(400)}`,
  "q=%F0%9F%83%8F%E2%80%AE",
  "q='%3Bselect%201--",
  "q=a&q=b",
  "payment=gold&fulfillment=1&view=all",
  "payment=paid&payment=unpaid",
  "at=yesterday&id=1",
  "at=2026-02-31T00:00:00Z&id=3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
  "at=0000-01-01T00:00:00Z&id=3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
  "at=9999-12-31T23:59:59Z&id=3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091&dir=back",
  "at=2026-01-01T00:00:00Z&id=3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091&dir=up",
];
test.each(odd.map((query) => [query.slice(0, 60), query]))("answers ?%s", async (_title, query) => {
  const [page, file] = [
    await product.get(`/admin?${query}`, staff),
    await product.get(`/api/admin/orders/export?${query}`, staff),
  ];
  expect(page.status).toBe(200);
  expect(page.body).not.toContain("Failed to fetch orders");
  expect(file.status).toBe(200);
  expect(file.body).toContain("Batch ID,");
});

describe("the export", () => {
  test("holds every order of the filter, over all pages, newest first", async () => {
    const mark = aMark();
    await addOrders(sql, null, 2100, { payment_status: "unpaid", tracking_number: mark });
    const file = await product.get(`/api/admin/orders/export?q=${mark}&payment=unpaid`, staff);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="orders-[\d-]{10}\.csv"$/);
    const ids = file.body
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line: string) => line.split(",")[0]);
    expect(ids).toHaveLength(2100);
    expect(ids).toEqual(ids.toSorted());
    const none = await product.get(`/api/admin/orders/export?q=${mark}&payment=paid`, staff);
    expect(none.body.trim().split("\r\n")).toHaveLength(1);
  });
});
