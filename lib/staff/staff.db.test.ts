import { recordArrival } from "@/lib/staff/desk/mutations";
import { getOrder, listOrders } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { getUserProfile } from "@/lib/staff/people/people";
import { resolveException } from "@/lib/staff/reconcile/reconciliation";
import { addOrder, signUpStaff } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();

test("refuses former staff with 403 regardless of the role in their token", async () => {
  const former = await signUpStaff(sql);
  await sql`delete from staff where user_id = ${former.id}`;
  const order = await addOrder(sql);
  const refused = { status: 403 };
  await expect(listOrders(former.accessToken, readListQuery({}))).rejects.toMatchObject(refused);
  await expect(getOrder(former.accessToken, order.id)).rejects.toMatchObject(refused);
  await expect(getUserProfile(former.accessToken, former.id)).rejects.toMatchObject(refused);
  await expect(recordArrival(former.id, order.id)).rejects.toMatchObject(refused);
});

test("refuses to resolve an unknown payment exception", async () => {
  const { id } = await signUpStaff(sql);
  const resolution = { exception_id: 2_000_000_000, resolution: "done" };
  await expect(resolveException(id, resolution)).rejects.toMatchObject({
    code: "exception_not_found",
  });
});
