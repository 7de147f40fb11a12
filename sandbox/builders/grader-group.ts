import type { GraderGroup, GroupMember } from "@/lib/staff/groups/grader-group";
import { addOrder, type StoredOrder } from "./rows.ts";
import type { StaffActs } from "./staff-acts.ts";
import type { Sql } from "./test-database.ts";

/** An open group of nothing. */
export function aGraderGroup(fields: Partial<GraderGroup> = {}): GraderGroup {
  return {
    id: 1,
    grader: "PSA",
    step: "open",
    submission_number: null,
    declared_cards: null,
    returned_cards: null,
    shipped_at: null,
    back_at: null,
    version: 1,
    opened_at: "2026-11-20T10:00:00Z",
    opened_by_email: "staff1@slabrelay.test",
    batches: 0,
    cards: 0,
    oldest_received_at: null,
    ...fields,
  };
}

/** A batch of ten cards in a group, all of which are here. */
export function aGroupMember(fields: Partial<GroupMember> = {}): GroupMember {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    batch_id: "BATCH-TEST0001-2345",
    customer_name: "Jane Collector",
    email: "jane@example.test",
    num_cards: 10,
    received_count: 10,
    cards: 10,
    received_at: "2026-11-02T10:00:00Z",
    shelf_location: "A-7",
    submission_status: "received",
    payment_status: "paid",
    grading_submission_number: null,
    cards_back_at: null,
    refusal: null,
    ...fields,
  };
}

/** Adds a paid order of ten cards that were received and counted, unless said otherwise. */
export const addReceived = (sql: Sql, columns: Parameters<typeof addOrder>[1] = {}): Promise<StoredOrder> =>
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
    const args = { p_version: this.version, p_number: number, p_cards: cards, ...changes };
    return this.#press("staff_close_group", args);
  }

  step(step: string, changes: Record<string, unknown> = {}): Promise<Answer> {
    return this.#press("staff_step_group", { p_version: this.version, p_step: step, ...changes });
  }

  discard(): Promise<Answer> {
    return this.#press("staff_discard_group", {});
  }
}
