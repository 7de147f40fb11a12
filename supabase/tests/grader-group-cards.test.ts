import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { addOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";

/* How many cards an open group has: those that may go. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Shown = { cards: number; members: { id: string; cards: number; refusal: string | null }[] };

async function shown({ id }: GroupActs): Promise<Shown> {
  const [row] = await sql<{ cards: number; members: Shown["members"] }[]>`
    select (private.group_as_json(g) ->> 'cards')::int as cards, private.group_members(g.id) as members
    from grader_groups g where g.id = ${id}`;
  if (!row) throw new Error("no such group");
  return row;
}

test("cards whose check-in was taken back are none of it, and the others can leave once the batch is out", async () => {
  const [stays, leaves] = [await addReceived(sql), await addOrder(sql, { num_cards: 7 })];
  const { act_id: checkIn } = await acts.checkIn(leaves.id, 7);
  const group = await GroupActs.begin(acts);
  await group.add([stays, leaves]);
  expect((await shown(group)).cards).toBe(17);
  await acts.undo(checkIn);
  const { cards, members } = await shown(group);
  expect(cards).toBe(10);
  expect(members.find(({ id }) => id === leaves.id)).toMatchObject({ refusal: "not_received", cards: 0 });
  expect(await group.close("SUB-1", 10)).toMatchObject({
    outcome: "refused",
    group: { batches: 2, cards: 10 },
  });
  await group.takeOut(leaves);
  expect(await group.close("SUB-1", 10)).toMatchObject({ outcome: "closed" });
  // What it was closed with stays, whatever becomes of a batch.
  await sql`update order_admin set dispute_status = 'needs_response' where order_id = ${stays.id}`;
  expect((await shown(group)).cards).toBe(10);
});

test.each(["dispute_status = 'needs_response'", "review_reason = 'refund_failed'"])(
  "nor are those of a batch that must not go: %s",
  async (why) => {
    const [stays, refused] = [await addReceived(sql), await addReceived(sql)];
    const group = await GroupActs.begin(acts);
    await group.add([stays, refused]);
    await sql`update order_admin set ${sql.unsafe(why)} where order_id = ${refused.id}`;
    expect((await shown(group)).cards).toBe(10);
  },
);

test("the lists of orders know in which group a batch waits, until it is back", async () => {
  const order = await addReceived(sql);
  const group = await GroupActs.begin(acts);
  const known = async () => (await acts.listed(order.id))?.group;
  expect(await known()).toBeNull();
  await group.add([order]);
  expect(await known()).toEqual({ id: group.id, step: "open" });
  await group.close("SUB-1", 10);
  expect(await known()).toEqual({ id: group.id, step: "closed" });
  await group.step("back", { p_cards: 10 });
  expect(await known()).toBeNull();
});

test("of late cards it is theirs, once the others are in none", async () => {
  const order = await addReceived(sql, { received_count: 8, proposed_count: 8 });
  const [first, later] = [await GroupActs.begin(acts), await GroupActs.begin(acts)];
  await first.add([order]);
  await first.close("SUB-1", 8);
  await first.step("shipped");
  await acts.checkIn(order.id, 10, { p_is_recount: true });
  await later.add([order]);
  expect(await acts.listed(order.id)).toMatchObject({ group: { id: first.id } });
  await first.takeOut(order);
  expect(await acts.listed(order.id)).toMatchObject({ group: { id: later.id, step: "open" } });
});
