import { randomUUID } from "node:crypto";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { database } from "./database.ts";
import type { Product } from "./product.ts";

export type StaffMember = { userId: string; email: string; token: string; cookie: string };

/** A person with the cookies of a session; staff when a role is named. */
export async function aSession(product: Product, role?: "owner" | "staff"): Promise<StaffMember> {
  const person = await product.person();
  if (role) await database()`insert into public.staff (user_id, role) values (${person.userId}, ${role})`;
  const { cookie } = await product.post("/api/auth/login", { email: person.email, password: "password123" });
  return { ...person, cookie };
}

/** Takes a person's rights away; their session lives on. */
export async function removeFromStaff({ userId }: { userId: string }): Promise<void> {
  await database()`delete from public.staff where user_id = ${userId}`;
}

export type SeededOrder = { id: string; version: number; batch_id: string | null };

/** Puts an order straight into the table: a guest's paid one of ten cards, unless said otherwise. */
export async function anOrder(changes: Record<string, unknown> = {}): Promise<SeededOrder> {
  const sql = database();
  const isPaid = (changes.payment_status ?? "paid") === "paid";
  const row = {
    id: randomUUID(),
    batch_id: newBatchId(),
    guest_email: "guest@example.com",
    plan_type: "payg",
    num_cards: 10,
    rate_cents: 2500,
    grading_fee: 250,
    payment_status: "paid",
    total_paid: isPaid ? 250 : null,
    paid_at: isPaid ? new Date() : null,
    submitted_at: new Date(),
    ...changes,
  };
  const [order] = await sql<SeededOrder[]>`
    insert into public.grading_orders ${sql(row)} returning id, version, batch_id`;
  if (!order) throw new Error("no order was written");
  return order;
}

/** What is stored of an order. */
export async function storedOrder(id: string) {
  const [order] = await database()`
    select o.*, a.internal_notes, a.invoice_filename
    from public.grading_orders o left join public.order_admin a on a.order_id = o.id where o.id = ${id}`;
  if (!order) throw new Error("no such order");
  return order;
}

/** A word that only the orders of one test hold. */
export const aMark = () => `m${randomUUID().slice(0, 8)}`;

/** Orders that a search for the mark finds, the newest first. */
export async function someOrders(mark: string, count: number, changes: Record<string, unknown> = {}) {
  const orders = [];
  for (let nth = 0; nth < count; nth += 1) {
    const submitted_at = new Date(Date.now() - nth * 60_000);
    orders.push(await anOrder({ submitted_at, grading_submission_number: mark, ...changes }));
  }
  return orders.map((order) => ({ ...order, name: order.batch_id ?? "" }));
}

/** A value with a title that fits on a line. */
export const titled = (value: string): [title: string, value: string] => [value.slice(0, 70), value];
