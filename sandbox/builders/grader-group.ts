import type { GraderGroup } from "@/lib/staff/groups/grader-group";
import { addOrder, type StoredOrder } from "./rows.ts";
import type { StaffActs } from "./staff-acts.ts";

/** Adds a paid order of ten cards that were received and counted, unless said otherwise. */
export const addReceived = (
  sql: Parameters<typeof addOrder>[0],
  columns: Parameters<typeof addOrder>[1] = {},
): Promise<StoredOrder> =>
  addOrder(sql, {
    fulfillment_status: "grading",
    submission_status: "received",
    arrived_at: new Date(),
    received_at: new Date(),
    received_count: 10,
    package_condition: "ok",
    ...columns,
  });

type Result = { outcome: string; id: string };
type Answer = {
  outcome: string;
  act_id: string;
  group: GraderGroup;
  results: Result[];
  expected?: number;
};

/** What a member of staff does to a group, past the product, each at the version that the last press left. */
export class GroupActs {
  readonly id: number;
  readonly #acts: StaffActs;
  version: number;

  constructor(acts: StaffActs, { id, version }: GraderGroup) {
    this.#acts = acts;
    this.id = id;
    this.version = version;
  }

  static async begin(acts: StaffActs, grader = "PSA"): Promise<GroupActs> {
    const { group } = await acts.write<{ group: GraderGroup }>("staff_open_group", { p_grader: grader });
    return new GroupActs(acts, group);
  }

  async #press(name: string, args: Record<string, unknown>): Promise<Answer> {
    const answer = await this.#acts.write<Answer>(name, { p_group_id: this.id, ...args });
    if (answer.group) this.version = answer.group.version;
    return answer;
  }

  /** Puts orders in by their ids; answers the outcome of each by its id, and the act. */
  async add(orders: { id: string }[], reason: string | null = null) {
    const ids = orders.map(({ id }) => id);
    const answer = await this.#press("staff_add_to_group", { p_order_ids: ids, p_reason: reason });
    const outcomes = Object.fromEntries((answer.results ?? []).map(({ id, outcome }) => [id, outcome]));
    return { ...answer, outcomes };
  }

  scan(code: string): Promise<Answer> {
    return this.#press("staff_add_to_group", { p_code: code });
  }

  takeOut(order: { id: string }): Promise<Answer> {
    return this.#press("staff_take_from_group", { p_order_id: order.id });
  }

  close(number: string, cards: number, changes: Record<string, unknown> = {}): Promise<Answer> {
    return this.step("closed", { p_number: number, p_cards: cards, ...changes });
  }

  step(step: string, changes: Record<string, unknown> = {}): Promise<Answer> {
    return this.#press("staff_step_group", { p_version: this.version, p_step: step, ...changes });
  }

  discard(): Promise<Answer> {
    return this.#press("staff_discard_group", {});
  }
}

/** Puts an order into a group of its own that has left for this grader under this number. */
export async function addToSentGroup(
  sql: Parameters<typeof addOrder>[0],
  orderId: string,
  grader: string,
  number: string,
): Promise<void> {
  await sql`
    with new as (
      insert into grader_groups (grader, step, submission_number, declared_cards, shipped_at, opened_by)
      values (${grader}, 'shipped', ${number}, 10, now(), gen_random_uuid()) returning id)
    insert into order_admin (order_id, grader_group_id, grouped_at)
    select ${orderId}, new.id, now() from new
    on conflict (order_id) do update set grader_group_id = excluded.grader_group_id, grouped_at = excluded.grouped_at`;
}
