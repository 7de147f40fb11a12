import { addReceived } from "../../sandbox/builders/grader-group";
import { addUser, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, type Sql, serverClient } from "../../sandbox/builders/test-database";

/** Where batches of these tests were to go when they were paid, and where their owners live by now. */
export const old = {
  full_name: "Casey Collector",
  address_line1: "77 Sunset Strip",
  city: "Austin",
  state: "TX",
  postal_code: "78701",
  country: "US",
};
export const moved = {
  ...old,
  address_line1: "1 Main Street",
  city: "Reno",
  state: "NV",
  postal_code: "89501",
};

type Question = { id: string; choice: string | null; withdrawn_at: Date | null; profile_address: typeof old };

/** What owners, staff and the job do about where graded cards go; `acts`: the member of staff. */
export function addressActs(sql: Sql, acts: () => StaffActs) {
  /** A batch at the grader, of somebody whose profile has the address that it was paid with. */
  async function aBatch(columns: Parameters<typeof addReceived>[1] = {}) {
    const { id } = await addUser(sql);
    await save(id, old);
    const order = await addReceived(sql, {
      user_id: id,
      submission_status: "grading",
      return_address: sql.json(old),
      paid_at: new Date(),
      ...columns,
    });
    return { id, order };
  }
  const save = (userId: string, address: object) =>
    call(serverClient(), "upsert_profile", { p_user_id: userId, p_profile: address });
  /** Without a word to its owner, so that the question alone is counted. */
  async function grade(order: StoredOrder) {
    const { version } = await storedOrder(sql, order.id);
    const args = { p_order_id: order.id, p_version: version, p_changes: { submission_status: "graded" } };
    return acts().write("staff_update_order", { ...args, p_tracking_hash: "0".repeat(64), p_is_quiet: true });
  }

  const questionsOf = (order: StoredOrder) =>
    sql<Question[]>`select id, choice, withdrawn_at, profile_address from address_questions
      where order_id = ${order.id} order by asked_at`;
  const lastOf = async (order: StoredOrder) => (await questionsOf(order)).at(-1) as Question;

  async function decide(order: StoredOrder, userId: string, choice: string, question?: string) {
    const id = question ?? (await lastOf(order)).id;
    const args = { p_order_id: order.id, p_user_id: userId, p_question_id: id, p_choice: choice };
    return (await call<{ outcome: string }>(serverClient(), "decide_return_address", args)).outcome;
  }

  async function settle(order: StoredOrder, choice: string) {
    const { version } = await storedOrder(sql, order.id);
    const args = { p_version: version, p_question_id: (await lastOf(order)).id, p_choice: choice };
    return acts().write("staff_settle_address", { p_order_id: order.id, ...args, p_reason: "They called" });
  }

  let used = 0;
  /** Sends it back as the desk sees it now, or as it saw it when it had the `seen` version. */
  async function send(order: StoredOrder, seen?: number) {
    const version = seen ?? (await storedOrder(sql, order.id)).version;
    const number = `9400${process.pid.toString().padStart(8, "0")}${String(++used).padStart(10, "0")}`;
    const args = { p_order_id: order.id, p_version: version, p_tracking_number: number, p_carrier: "usps" };
    return acts().write<{ outcome: string; refusal?: string }>("staff_return_order", args);
  }
  async function runJob() {
    let looked: number;
    do {
      ({ looked } = await call<{ looked: number }>(serverClient(), "ask_changed_addresses", {}));
    } while (looked > 0);
    await call(serverClient(), "tell_unanswered_addresses", {});
  }
  const addressOf = async (order: StoredOrder) => (await storedOrder(sql, order.id)).return_address;
  return { aBatch, save, grade, questionsOf, lastOf, decide, settle, send, runJob, addressOf };
}
