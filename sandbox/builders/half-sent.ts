import { addReceived, GroupActs } from "./grader-group.ts";
import { type StoredOrder, storedOrder } from "./rows.ts";
import { StaffActs } from "./staff-acts.ts";
import { call, personClient, type Sql } from "./test-database.ts";

type Returned = { refusal: string | null; grader_group_id: number | null; late_cards: number | null };
type Late = { id: string; cards: number }[];
type Page = {
  group: { batches: number; cards: number; declared_cards: number | null };
  members: { id: string; cards: number; is_late: boolean; has_others: boolean; refusal: string | null }[];
  late: Late;
};

/** Batches of which some cards are at the grader and others here, and what staff read of them. */
export class HalfSent {
  readonly acts: StaffActs;
  readonly #sql: Sql;

  constructor(sql: Sql, acts: StaffActs) {
    this.#sql = sql;
    this.acts = acts;
  }

  static async begin(sql: Sql): Promise<HalfSent> {
    return new HalfSent(sql, await StaffActs.begin(sql));
  }

  /** Calls a function that reads, as the member of staff. */
  read<Answer>(name: string, args: Record<string, unknown>): Promise<Answer> {
    return call<Answer>(personClient(this.acts.member.accessToken), name, args);
  }

  /** A batch of ten, of which eight left in a group of their own that was taken to a step, and two have come since. */
  async aBatch(step = "grading"): Promise<{ order: StoredOrder; first: GroupActs }> {
    const order = await addReceived(this.#sql, { received_count: 8, proposed_count: 8 });
    const first = await GroupActs.begin(this.acts);
    await first.add([order]);
    await first.close("SUB-1", 8);
    await first.step(step);
    await this.acts.checkIn(order.id, 10, { p_is_recount: true });
    return { order, first };
  }

  pageOf(group: GroupActs): Promise<Page> {
    return this.read<Page>("staff_get_grader_group", { p_group_id: group.id });
  }

  /** How many late cards the list of what is ready has of an order, on whatever page; null where it is not in it. */
  async lateOf(order: StoredOrder): Promise<number | null> {
    const [row] = await this.#sql<{ late: Late }[]>`select private.late_to_send(10000) as late`;
    return row?.late.find(({ id }) => id === order.id)?.cards ?? null;
  }

  async #returnOf(order: StoredOrder): Promise<Returned | undefined> {
    const args = { p_code: order.batch_id };
    return (await this.read<{ orders: Returned[] }>("staff_return_desk", args)).orders[0];
  }

  /** What stands against sending an order home, and the group that the page of returns names. */
  async refusalOf(order: StoredOrder): Promise<[string | null | undefined, number | null | undefined]> {
    const returned = await this.#returnOf(order);
    return [returned?.refusal, returned?.grader_group_id];
  }

  /** How many late cards the page of returns says to be here. */
  async unsentOf(order: StoredOrder): Promise<number | null | undefined> {
    return (await this.#returnOf(order))?.late_cards;
  }

  async statusOf(order: StoredOrder): Promise<unknown> {
    return (await storedOrder(this.#sql, order.id)).submission_status;
  }
}
