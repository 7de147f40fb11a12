import { randomBytes } from "node:crypto";
import type { UndoResult } from "@/lib/staff/staff-action";
import { type StaffMember, signUpStaff, storedOrder } from "./rows.ts";
import { call, personClient, type Sql, serverClient } from "./test-database.ts";

type Answer = { outcome: string; action_id: string; order: { version: number } };

export class StaffActions {
  readonly member: StaffMember;
  readonly #sql: Sql;

  constructor(sql: Sql, member: StaffMember) {
    this.#sql = sql;
    this.member = member;
  }

  static async begin(sql: Sql): Promise<StaffActions> {
    return new StaffActions(sql, await signUpStaff(sql));
  }

  write<Result = Answer>(name: string, args: Record<string, unknown>): Promise<Result> {
    return call<Result>(serverClient(), name, { p_actor: this.member.id, ...args });
  }

  async checkIn(id: string, count: number, changes: Record<string, unknown> = {}): Promise<Answer> {
    const { version } = await storedOrder(this.#sql, id);
    const args = { p_order_id: id, p_version: version, p_count: count, p_condition: "ok", p_shelf: "A-7" };
    return this.write("staff_check_in", { ...args, ...changes });
  }

  async change(id: string, changes: Record<string, unknown>, reason: string | null = null): Promise<Answer> {
    const { version } = await storedOrder(this.#sql, id);
    const args = { p_order_id: id, p_version: version, p_changes: changes, p_reason: reason };
    return this.write("staff_update_order", { ...args, p_tracking_hash: randomBytes(32).toString("hex") });
  }

  async changeAll(orders: { id: string }[], changes: Record<string, unknown>): Promise<string> {
    const stored = await Promise.all(orders.map(({ id }) => storedOrder(this.#sql, id)));
    const items = stored.map(({ id, version }) => ({ id, version }));
    const args = { p_items: items, p_changes: changes, p_reason: "All of them" };
    const { results } = await this.write<{ results: Answer[] }>("staff_update_orders", args);
    const [act, ...others] = new Set(results.map(({ action_id }) => action_id));
    if (!act || others.length > 0) throw new Error("not one act");
    return act;
  }

  async undo(actionId: string, orderId: string | null = null): Promise<UndoResult[]> {
    const args = { p_action_id: actionId, p_order_id: orderId };
    return (await this.write<{ results: UndoResult[] }>("staff_undo", args)).results;
  }

  /** Makes an action eleven minutes old, which is too old to undo. */
  async age(actionId: string): Promise<void> {
    await this
      .#sql`update staff_actions set created_at = now() - interval '11 minutes' where id = ${actionId}`;
  }

  async readOrder(id: string) {
    const { version, updated_at, search_text, ...order } = await storedOrder(this.#sql, id);
    return order;
  }

  emailsOf(id: string) {
    return this.#sql<{ id: number; kind: string; payload: Record<string, unknown>; due: boolean }[]>`
      select id, kind, payload, next_attempt_at <= now() as due from outbox
      where payload ->> 'order_id' = ${id} order by id`;
  }

  async listed(id: string, view: string | null = null) {
    const { batch_id } = await storedOrder(this.#sql, id);
    const { orders } = await call<{ orders: ({ id: string } & Record<string, unknown>)[] }>(
      personClient(this.member.accessToken),
      "staff_list_orders",
      { p_search: batch_id, p_view: view, p_with_counts: false },
    );
    return orders.find((order) => order.id === id);
  }

  async shownTo(id: string) {
    const [row] = await this.#sql<{ shown: { type: string; to: string }[] }[]>`
      select private.public_events(${id}) as shown`;
    return row?.shown.map(({ type, to }) => [type, to]);
  }
}
