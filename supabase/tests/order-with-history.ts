import { randomUUID } from "node:crypto";
import { beginRefund, finishRefund } from "@/lib/staff/refunds/mutations";
import { filledColumns } from "@/sandbox/builders/order";
import { addException, addOrder, type StaffMember } from "@/sandbox/builders/rows";
import { addSignedInPerson, type Sql } from "@/sandbox/builders/test-database";

/** Adds an order with every column filled and an entry in each related list, received by a staff member. */
export async function anOrderWithHistory(sql: Sql, member: StaffMember) {
  const person = await addSignedInPerson(sql);
  const fields = {
    ...filledColumns,
    return_address: sql.json(filledColumns.return_address),
    received_by: member.id,
  };
  const order = await addOrder(sql, { ...fields, user_id: person.id });
  const body = { request_id: randomUUID(), amount_cents: 100, refunded_cents: 0, reason: "Sorry" };
  const begun = await beginRefund({ userId: member.id, factorUsedAt: null }, order.id, body);
  if (begun.outcome !== "started") throw new Error(begun.outcome);
  await finishRefund(begun.request, null, "The payment service refused.");
  await addException(sql, { order_id: order.id, reason: "second_payment", detail: { amount_cents: 5 } });
  await addException(sql, { order_id: order.id });
  return { order, person, body };
}
