import { getOrders } from "@/lib/staff/orders/data";
import { addOrder, addOrders, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient, signedUp } from "../../sandbox/builders/test-database";

const sql = connect();

test("picked orders are read in the order in which they were asked for; what is gone is left out", async () => {
  const { accessToken } = await signUpStaff(sql);
  const [one, other] = [await addOrder(sql), await addOrder(sql, { batch_id: null })];
  const gone = "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b";
  expect(await getOrders(accessToken, [other.id, gone, one.id])).toMatchObject([
    { id: other.id, batch_id: null },
    { id: one.id, batch_id: one.batch_id },
  ]);
  const many = await addOrders(sql, null, 101);
  expect(
    await getOrders(
      accessToken,
      many.map(({ id }) => id),
    ),
  ).toHaveLength(100);
  expect(await getOrders(accessToken, [])).toEqual([]);
});

test("they are for staff alone", async () => {
  const { id } = await addOrder(sql);
  const person = await signedUp(sql);
  await expect(
    call(personClient(person.accessToken), "staff_get_orders", { p_order_ids: [id] }),
  ).rejects.toThrow("42501");
});
