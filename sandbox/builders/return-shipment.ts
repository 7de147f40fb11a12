import { addReceived } from "./grader-shipment.ts";
import { aGuestKey, aHash, anEmail } from "./ids.ts";
import { type addOrder, type StoredOrder, storedOrder } from "./rows.ts";
import type { StaffActions } from "./staff-actions.ts";
import { call, type Sql, serverClient } from "./test-database.ts";

type Answer = { outcome: string; action_id?: string; order?: { version: number } };
export type Who = { p_user_id: string | null; p_guest_key: string | null; p_token_hash: string | null };
export const NO_ONE: Who = { p_user_id: null, p_guest_key: null, p_token_hash: null };

export const addOnItsWay = (sql: Sql, columns: Parameters<typeof addOrder>[1] = {}): Promise<StoredOrder> =>
  addReceived(sql, {
    submission_status: "completed",
    fulfillment_status: "complete",
    ...(columns.user_id ? {} : { guest_key: aGuestKey(), guest_email: anEmail() }),
    ...columns,
  });

export async function linkHolder(sql: Sql, { id }: { id: string }): Promise<Who> {
  const hash = aHash();
  await sql`insert into tracking_links (order_id, token_hash) values (${id}, ${hash})
    on conflict (order_id) do update set token_hash = excluded.token_hash, revoked_at = null`;
  return { ...NO_ONE, p_token_hash: hash };
}

export const ownerOf = (order: StoredOrder): Who => ({
  ...NO_ONE,
  p_user_id: (order.user_id as string | null) ?? null,
  p_guest_key: order.user_id ? null : String(order.guest_key),
});

export async function arrive(order: StoredOrder, who = ownerOf(order)): Promise<string> {
  const args = { p_order_id: order.id, ...who };
  return (await call<Answer>(serverClient(), "confirm_arrival", args)).outcome;
}

export async function report(order: StoredOrder, body: string, who = ownerOf(order)): Promise<string> {
  const args = { p_order_id: order.id, p_body: body, ...who };
  return (await call<Answer>(serverClient(), "report_problem", args)).outcome;
}

export async function solve(actions: StaffActions, sql: Sql, order: { id: string }): Promise<Answer> {
  const { version } = await storedOrder(sql, order.id);
  return actions.write<Answer>("staff_settle_order", {
    p_order_id: order.id,
    p_version: version,
    p_what: "problem",
  });
}
