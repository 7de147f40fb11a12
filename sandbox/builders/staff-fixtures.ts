import { randomUUID } from "node:crypto";
import {
  aBatchId,
  aHash,
  aPaymentIntentId,
  aSessionId,
  call,
  type Sql,
  serverClient,
  signUp,
} from "./test-database";

export type Member = Awaited<ReturnType<typeof signUp>>;

/** Somebody who is staff, with a live token. */
export async function aMember(sql: Sql, role: "owner" | "staff" = "staff"): Promise<Member> {
  const person = await signUp();
  await sql`insert into staff (user_id, role) values (${person.id}, ${role})`;
  return person;
}

export type StaffOrderRow = { id: string; version: number; batch_id: string; [column: string]: unknown };

/** A row for `sql.insert`: a paid order of a guest, unless said otherwise. */
export function anOrderRow(changes: Record<string, unknown> = {}) {
  const isPaid = (changes.payment_status ?? "paid") === "paid";
  return {
    id: randomUUID(),
    batch_id: aBatchId(),
    guest_email: "guest@example.test",
    plan_type: "payg",
    num_cards: 10,
    rate_cents: 2500,
    grading_fee: 250,
    payment_status: "paid",
    total_paid: isPaid ? 250 : null,
    paid_at: isPaid ? new Date() : null,
    stripe_session_id: aSessionId(),
    stripe_payment_intent_id: isPaid ? aPaymentIntentId() : null,
    submitted_at: new Date(),
    ...changes,
  };
}

/** Puts an order straight into the table. */
export async function anOrder(sql: Sql, changes: Record<string, unknown> = {}): Promise<StaffOrderRow> {
  const [order] = await sql<
    StaffOrderRow[]
  >`insert into grading_orders ${sql(anOrderRow(changes))} returning *`;
  if (!order) throw new Error("no order was written");
  return order;
}

type Outcome = {
  id: string;
  outcome: string;
  order: StaffOrderRow;
  changed?: string[];
  changes?: { type: string; from_value: string | null; to_value: string | null; actor_email: string }[];
};

/** Saves changes as the server does for a member of staff. */
export const update = (
  actor: { id: string },
  order: { id: string; version: number },
  changes: Record<string, unknown>,
  reason: string | null = null,
) =>
  call<Outcome>(serverClient(), "staff_update_order", {
    p_actor: actor.id,
    p_order_id: order.id,
    p_version: order.version,
    p_changes: changes,
    p_tracking_hash: aHash(),
    p_reason: reason,
  });

/** The events of an order after its creation, oldest first. */
export const eventsOf = (sql: Sql, orderId: string) => sql<
  {
    type: string;
    from_value: string | null;
    to_value: string | null;
    public: boolean;
    actor_id: string | null;
    message: string | null;
    data: unknown;
  }[]
>`select type, from_value, to_value, public, actor_id, message, data from order_events
  where order_id = ${orderId} and type <> 'created' order by id`;
