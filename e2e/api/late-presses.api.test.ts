import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { addReceived } from "../../sandbox/builders/grader-group.ts";
import { logInAsStaff, Product, type SignedIn } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();
let staff: SignedIn;
let other: SignedIn & { email: string };
beforeAll(async () => {
  staff = await logInAsStaff(product, sql);
  other = await logInAsStaff(product, sql);
});
afterAll(() => sql.end());

const late = () => `Changed by ${other.email} just now. Look at what they did, then`;

test("who corrects or deletes a package too late reads who changed it and when", async () => {
  const { body } = await product.post(staffApiPaths.packages, { sender: "Jnae" }, staff);
  const path = staffApiPaths.package(body.package.id);
  expect((await product.post(path, { version: 1, sender: "Jane" }, other)).status).toBe(200);
  const refused = await product.post(path, { version: 1, sender: "Jan" }, staff);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "package_changed", error: `${late()} try again.`, package: { sender: "Jane" } },
  });
});

test("who closes a group too late reads who changed it and when", async () => {
  const [order, more] = [await addReceived(sql), await addReceived(sql)];
  const opened = await product.post(staffApiPaths.groups, { grader: "PSA" }, staff);
  const { id } = opened.body.group;
  const add = (who: SignedIn, orderId: string) =>
    product.post(staffApiPaths.groupOrders(String(id)), { order_ids: [orderId] }, who);
  const { version } = (await add(staff, order.id)).body.group;
  expect((await add(other, more.id)).status).toBe(200);
  const close = { version, number: "SUB-LATE", cards: 10 };
  const refused = await product.post(staffApiPaths.groupClose(String(id)), close, staff);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "group_changed", error: `${late()} try again.` },
  });
});

test("who asks for an upcharge of an order that changed reads who changed it and when", async () => {
  const order = await addReceived(sql);
  const save = { version: order.version, changes: { internal_notes: "first" } };
  expect((await product.post(staffApiPaths.order(order.id), save, other)).status).toBe(200);
  const ask = { version: order.version, qty: 1, unit_cents: 1000, reason: "A higher tier" };
  const refused = await product.post(staffApiPaths.adjustments(order.id), ask, staff);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "order_changed", error: `${late()} save again.` },
  });
});
