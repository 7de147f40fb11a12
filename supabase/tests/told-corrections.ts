import { aMark } from "../../sandbox/builders/ids";
import { addOrder } from "../../sandbox/builders/rows";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import type { Sql } from "../../sandbox/builders/test-database";

/** What staff did to an order is longer ago than a press takes back, and its mails have left. */
export async function letTimePass(sql: Sql, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    // Without the trigger that keeps events as they are.
    await tx`set local session_replication_role = replica`;
    await tx`update order_events set occurred_at = occurred_at - interval '11 minutes' where order_id = ${id}`;
  });
  await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
}

/** The facts that each mail corrects, oldest first. */
export const correctionsOf = async (acts: StaffActs, id: string) =>
  (await acts.mailsOf(id)).filter(({ kind }) => kind === "correction").map(({ payload }) => payload.facts);

/** A batch that is on its way home with a parcel. */
export async function sentHome(sql: Sql, acts: StaffActs, columns: Parameters<typeof addOrder>[1] = {}) {
  const { id } = await addOrder(sql, columns);
  await acts.checkIn(id, 10);
  const number = aMark();
  await acts.change(id, { submission_status: "completed", tracking_number: number }, "Ungraded");
  return { id, number };
}
