import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { addAuthenticator, dropAuthenticators } from "../../sandbox/builders/authenticator.ts";
import { logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { addOrder, storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();

afterAll(() => sql.end());

test("a token of staff that has not seen their second factor changes and shows nothing", async () => {
  const staff = await logInAsStaff(product, sql);
  const order = await addOrder(sql);
  const save = (notes: string, version: number) =>
    product.post(staffApiPaths.order(order.id), { version, changes: { internal_notes: notes } }, staff);
  expect((await save("before", order.version)).status).toBe(200);
  const { version } = await storedOrder(sql, order.id);

  await addAuthenticator(sql, staff.userId);
  expect((await save("after", version)).status).toBe(401);
  expect(await storedOrder(sql, order.id)).toMatchObject({ internal_notes: "before" });
  const profile = await fetch(`${product.appUrl}${staffApiPaths.userProfile}?user_id=${staff.userId}`, {
    headers: { "x-admin-token": staff.token },
  });
  expect(profile.status).toBe(401);

  await dropAuthenticators(sql, staff.userId);
  expect((await save("after", version)).status).toBe(200);
});
