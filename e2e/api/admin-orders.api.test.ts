import { randomUUID } from "node:crypto";
import { aMark } from "../../sandbox/builders/ids.ts";
import { logInAsCustomer, logInAsStaff, Product, type SignedIn } from "../../sandbox/builders/product.ts";
import { SEED, seeded, shuffle } from "../../sandbox/builders/random.ts";
import { addOrder, addOrders, removeStaff, storedOrder } from "../../sandbox/builders/rows.ts";
import { sized } from "../../sandbox/builders/size.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { titled } from "../support/titled.ts";

const product = new Product();
let staff: SignedIn;

beforeAll(async () => {
  staff = await logInAsStaff(product, database());
});
afterAll(() => database().end());

const save = (id: string, body: object, who: object = staff) =>
  product.post(`/api/admin/orders/${id}`, body, who);
const saveAll = (orders: object[], changes: object, who: object = staff) =>
  product.post("/api/admin/orders/bulk", { orders, changes }, who);

describe("who is no staff sees nothing and changes nothing", () => {
  const strangers: [string, () => Promise<{ cookie?: string }>, number, RegExp][] = [
    ["a guest", async () => ({}), 401, /\/login\?next=%2Fadmin/],
    ["a customer", () => logInAsCustomer(product), 403, /\/dashboard$/],
    ["somebody removed whose session lives on", removedMember, 403, /\/dashboard$/],
  ];

  async function removedMember() {
    const member = await logInAsStaff(product, database());
    expect((await product.get("/admin", member)).status).toBe(200);
    await removeStaff(database(), member.userId);
    return member;
  }

  test.each(strangers)("%s", async (_name, who, status, target) => {
    const stranger = await who();
    const secret = randomUUID();
    const order = await addOrder(database(), { tracking_number: secret });
    for (const path of ["/admin", `/admin?q=${order.batch_id}`, `/admin?order=${order.id}`]) {
      const answer = await product.get(path, stranger);
      expect(answer.status).toBe(307);
      expect(answer.location).toMatch(target);
      expect(answer.body).not.toContain(secret);
    }
    const file = await product.get(`/api/admin/orders/export?q=${order.batch_id}`, stranger);
    expect(file.status).toBe(status);
    expect(JSON.stringify(file.body)).not.toContain(secret);

    const one = await save(
      order.id,
      { version: order.version, changes: { payment_status: "unpaid" } },
      stranger,
    );
    const all = await saveAll([order], { fulfillment_status: "complete" }, stranger);
    expect([one.status, all.status]).toEqual([status, status]);
    expect(JSON.stringify([one.body, all.body])).not.toContain(secret);
    expect(await storedOrder(database(), order.id)).toMatchObject({
      version: order.version,
      payment_status: "paid",
    });
  });
});

describe("the list", () => {
  test("shows its rows without script, imported orders by their own id, and the order of its address", async () => {
    const order = await addOrder(database(), { batch_id: null });
    const name = `ORDER-${order.id.slice(0, 8).toUpperCase()}`;
    const list = await product.get("/admin", staff);
    expect(list.status).toBe(200);
    expect(list.body).toContain(`Select ${name}`);
    const open = await product.get(`/admin?order=${order.id}`, staff);
    expect(open.body).toMatch(new RegExp(`<dialog[^>]*open[\\s\\S]*${name}`));
  });

  test("its pages follow each other by links, and the way back leads to the same rows", async () => {
    const mark = aMark();
    await addOrders(database(), null, 120, { tracking_number: mark });
    const rowsOf = (html: string) => [...html.matchAll(/data-order="([^"]+)"/g)].map((match) => match[1]);
    const linkOf = (html: string, rel: string) =>
      new RegExp(`<a[^>]*rel="${rel}"[^>]*href="([^"]+)"|<a[^>]*href="([^"]+)"[^>]*rel="${rel}"`)
        .exec(html)
        ?.slice(1)
        .find(Boolean)
        ?.replaceAll("&amp;", "&");

    const first = await product.get(`/admin?q=${mark}`, staff);
    const second = await product.get(linkOf(first.body, "next") ?? "", staff);
    const third = await product.get(linkOf(second.body, "next") ?? "", staff);
    const seen = [first, second, third].flatMap(({ body: text }) => rowsOf(text));
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(linkOf(third.body, "next")).toBeUndefined();
    expect(linkOf(first.body, "prev")).toBeUndefined();
    const back = await product.get(linkOf(third.body, "prev") ?? "", staff);
    expect(rowsOf(back.body)).toEqual(rowsOf(second.body));
    const front = await product.get(linkOf(back.body, "prev") ?? "", staff);
    expect(rowsOf(front.body)).toEqual(rowsOf(first.body));
  });

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
  const drawn = shuffle(odd, seeded(SEED)).slice(0, sized(8, odd.length));
  test.each(drawn.map(titled))("answers ?%s", async (_title, query) => {
    const [page, file] = [
      await product.get(`/admin?${query}`, staff),
      await product.get(`/api/admin/orders/export?${query}`, staff),
    ];
    expect(page.status).toBe(200);
    expect(page.body).not.toContain("Failed to fetch orders");
    expect(file.status).toBe(200);
    expect(file.body).toContain("Batch ID,");
  });

  test.each(["42", "'", "%00", randomUUID(), "x".repeat(4000)].map(titled))(
    "has no order %s",
    async (_title, id) => {
      const page = await product.get(`/admin?order=${id}`, staff);
      expect(page.status).toBe(200);
      expect(page.body).toContain("There is no such order.");
    },
  );
});

describe("the export", () => {
  test("refuses a filter that the list does not have: a file of all orders is not what was asked for", async () => {
    const { cookie } = await logInAsStaff(product, database());
    for (const query of ["search=casey", "q=casey&Payment=paid", "constructor=2"]) {
      const answer = await product.get(`/api/admin/orders/export?${query}`, { cookie });
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/no such filter/) } });
    }
  });

  test("holds every order of the filter, over all pages, newest first", async () => {
    const mark = aMark();
    await addOrders(database(), null, 2100, { payment_status: "unpaid", tracking_number: mark });
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

  test("holds the orders that were picked, in their order, and no other; of none, or too many, there is no file", async () => {
    const mark = aMark();
    const [first, , third] = await addOrders(database(), null, 3, { tracking_number: mark });
    const picked = (ids: unknown[]) => product.get(`/api/admin/orders/export?q=${mark}&orders=${ids}`, staff);
    const file = await picked([third?.id, randomUUID(), first?.id]);
    const rows = file.body.trim().split("\r\n").slice(1);
    expect(rows.map((line: string) => line.split(",")[0])).toEqual([third?.batch_id, first?.batch_id]);
    const [log] =
      await database()`select after from staff_log where kind = 'exported' order by id desc limit 1`;
    expect(log?.after).toMatchObject({ filter: { selected: 3 }, rows: 2, is_complete: true });
    for (const ids of [["x"], Array.from({ length: 101 }, () => randomUUID())])
      expect((await picked(ids)).status).toBe(400);
  });

  test("runs nothing in a spreadsheet", async () => {
    const mark = aMark();
    const order = await addOrder(database(), {
      tracking_number: `=HYPERLINK("https://evil.example","${mark}")`,
    });
    await save(order.id, { version: order.version, changes: { internal_notes: "+1+1\n@SUM(A1)" } });
    const { body: text } = await product.get(`/api/admin/orders/export?q=${mark}`, staff);
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""${mark}"")"`);
    expect(text).toContain(`"'+1+1\n'@SUM(A1)"`);
  });
});
