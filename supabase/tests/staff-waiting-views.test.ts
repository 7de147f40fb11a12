import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { addOrder, type StoredOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

/* What the saved views of what waits in the house hold, and since when it waits. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Columns = Parameters<typeof addReceived>[1];
type Page = { orders: StoredOrder[]; next_cursor: { at: string; id: string } | null };
const list = (args: Record<string, unknown>) =>
  call<Page>(personClient(acts.member.accessToken), "staff_list_orders", args);

/** What the desk that sends cards back says of an order, and whether it stands in a saved view of the orders. */
async function refusalOf({ batch_id }: StoredOrder): Promise<string | null> {
  const { orders } = await call<{ orders: { refusal: string | null }[] }>(
    personClient(acts.member.accessToken),
    "staff_return_desk",
    { p_code: batch_id },
  );
  return orders[0]?.refusal ?? null;
}
const isIn = async (view: string, { id }: StoredOrder) => (await acts.listed(id, view)) !== undefined;

describe("ready to return is what the desk would send back", () => {
  const cases: [string, Columns, string | null, settledIn: string][] = [
    ["graded", {}, null, "ready_to_return"],
    ["refunded when it was graded", { payment_status: "canceled" }, null, "ready_to_return"],
    ["disputed", { dispute_status: "under_review" }, "disputed", "exceptions"],
    ["to be reviewed", { review_reason: "dispute_lost" }, "to_be_reviewed", "to_review"],
    ["not paid", { payment_status: "unpaid" }, "not_paid", "not_paid"],
    ["its payment under way", { payment_status: "pending" }, "not_paid", "not_paid"],
  ];
  test.each(cases)("%s", async (_, columns, refusal, settledIn) => {
    const order = await addReceived(sql, { submission_status: "graded", ...columns });
    expect(await refusalOf(order)).toBe(refusal);
    expect(await isIn("ready_to_return", order)).toBe(refusal === null);
    expect(await isIn(settledIn, order)).toBe(true);
  });

  test("a charge that its customer has not decided", async () => {
    const proposals = await Proposals.begin(sql);
    const { order, proposal } = await proposals.counted(12);
    await sql`update grading_orders set submission_status = 'graded' where id = ${order.id}`;
    expect([await isIn("ready_to_return", order), await isIn("waiting", order)]).toEqual([false, true]);
    await proposals.decide(order, proposal, "return");
    expect(await isIn("ready_to_return", order)).toBe(true);
    await proposals.leaveNothing();
  });

  test("cards whose group is not back", async () => {
    const order = await addReceived(sql);
    const group = await GroupActs.begin(acts);
    await group.add([order]);
    await group.close("SUB-1", 10);
    await group.step("graded");
    expect([await refusalOf(order), await isIn("ready_to_return", order)]).toEqual(["at_grader", false]);
    await group.step("back", { p_cards: 10 });
    expect([await refusalOf(order), await isIn("ready_to_return", order)]).toEqual([null, true]);
  });
});

describe("who is here longest is first, whoever was submitted first", () => {
  const unpaid = { payment_status: "unpaid", received_at: null, received_count: null };
  const unopened = { ...unpaid, fulfillment_status: "not_received", submission_status: "pending" };
  const came = (hour: number) => new Date(Date.UTC(2026, 9, 1, hour));
  const counted = (hour: number) => ({ arrived_at: came(hour), received_at: came(hour) });
  const views: [string, (hour: number) => Columns][] = [
    ["ready_to_return", (hour) => ({ ...counted(hour), submission_status: "graded" })],
    ["count_differs", (hour) => ({ ...counted(hour), received_count: 9 })],
    ["not_paid", (hour) => ({ ...unopened, arrived_at: came(hour) })],
    ["to_send_back", (hour) => ({ ...unopened, payment_status: "canceled", arrived_at: came(hour) })],
  ];
  test.each(views)("%s", async (p_view, columns) => {
    const word = aMark();
    const add = (hour: number, day: number) =>
      addReceived(sql, {
        tracking_number: word,
        submitted_at: new Date(Date.UTC(2026, 8, day)),
        ...columns(hour),
      });
    const [later, first, second] = [await add(9, 1), await add(7, 3), await add(8, 2)];
    const args = { p_search: word, p_view, p_limit: 2 };
    const page = await list(args);
    const { at: p_cursor_at, id: p_cursor_id } = page.next_cursor ?? {};
    const next = await list({ ...args, p_cursor_at, p_cursor_id });
    expect([page, next].map(({ orders }) => orders.map(({ id }) => id))).toEqual([
      [first.id, second.id],
      [later.id],
    ]);
  });

  test("what was counted is here since then, though nobody noted that it came", async () => {
    const received_at = new Date("2026-10-02T10:00:00Z");
    const { arrived_at } = await addOrder(sql, { submission_status: "received", received_at });
    expect(arrived_at).toEqual(received_at);
  });

  test("the desk's own list", async () => {
    const graded = (hour: number) =>
      addReceived(sql, { submission_status: "graded", ...counted(hour - 24 * 3_000) });
    const [later, first] = [await graded(2), await graded(1)];
    const { ready } = await call<{ ready: { id: string }[] }>(
      personClient(acts.member.accessToken),
      "staff_return_desk",
      { p_code: null },
    );
    const shown = ready.map(({ id }) => id).filter((id) => id === first.id || id === later.id);
    expect(shown).toEqual([first.id, later.id]);
    await sql`update grading_orders set received_at = now() where id in (${first.id}, ${later.id})`;
  });
});

describe("what is with staff stands by when it came to them, whoever was submitted first", () => {
  const marks: [string, (order: StoredOrder) => Promise<unknown>][] = [
    ["set_aside", ({ id }) => acts.write("staff_set_aside", { p_order_id: id, p_note: "left at the door" })],
    ["to_review", ({ id }) => sql`select private.mark_for_review(${id}, 'refund_failed')`],
    ["exceptions", ({ id }) => sql`select private.mark_for_review(${id}, 'refund_failed')`],
    [
      "exceptions",
      ({ id }) => sql`update grading_orders set package_condition = 'tampered' where id = ${id}`,
    ],
  ];
  const ids = async (args: Record<string, unknown>) => {
    const { orders, next_cursor } = await list(args);
    return {
      ids: orders.map(({ id }) => id),
      next: { p_cursor_at: next_cursor?.at, p_cursor_id: next_cursor?.id },
    };
  };

  test.each(marks)("%s", async (p_view, mark) => {
    const word = aMark();
    const add = (day: number) =>
      addOrder(sql, {
        tracking_number: word,
        submitted_at: new Date(Date.UTC(2026, 8, day)),
        arrived_at: new Date(),
        payment_status: p_view === "set_aside" ? "unpaid" : "paid",
      });
    const [last, first, second] = [await add(1), await add(3), await add(2)];
    for (const order of [first, second, last]) await mark(order);
    const page = await ids({ p_search: word, p_view, p_limit: 2 });
    const next = await ids({ p_search: word, p_view, p_limit: 2, ...page.next });
    expect([page.ids, next.ids]).toEqual([[first.id, second.id], [last.id]]);
  });

  test("one that was settled and comes again has waited since then", async () => {
    const word = aMark();
    const add = () => addOrder(sql, { tracking_number: word, review_reason: "refund_failed" });
    const [first, second] = [await add(), await add()];
    await acts.change(first.id, { is_reviewed: true });
    await sql`select private.mark_for_review(${first.id}, 'dispute_lost')`;
    for (const p_view of ["to_review", "exceptions"])
      expect((await ids({ p_search: word, p_view })).ids).toEqual([second.id, first.id]);
    // Another reason in place of the first is the same wait.
    await sql`select private.mark_for_review(${second.id}, 'dispute_lost')`;
    expect((await ids({ p_search: word, p_view: "to_review" })).ids).toEqual([second.id, first.id]);
  });
});
