import type { OddityCode } from "@/lib/staff/order/schema";
import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import type { StoredOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

/** What does not fit about a change of some orders, of each. */
async function preview(orders: StoredOrder[], changes: object): Promise<OddityCode[][]> {
  const { orders: looked } = await call<{ orders: { oddities: OddityCode[] }[] }>(
    personClient(acts.member.accessToken),
    "staff_preview_orders",
    { p_order_ids: orders.map(({ id }) => id), p_changes: changes },
  );
  return looked.map(({ oddities }) => oddities);
}

describe("what lies in a group for the grader is not sent home without a reason", () => {
  const home = { submission_status: "completed" };

  test("until it is taken out, or comes back", async () => {
    const [open, sent] = [await GroupActs.begin(acts), await GroupActs.begin(acts)];
    const columns = () => ({ tracking_number: `1Z${aMark().toUpperCase()}` });
    const [waits, left] = [await addReceived(sql, columns()), await addReceived(sql, columns())];
    await open.add([waits]);
    await sent.add([left]);
    await sent.close("SUB-1", 10);
    await sent.step("shipped");
    const oddities = async () => preview([waits, left], home);
    expect(await oddities()).toEqual([["not_sent", "in_group"], ["in_group"]]);
    for (const { id } of [waits, left])
      expect(await acts.change(id, home)).toMatchObject({
        outcome: "reason_required",
        oddities: expect.arrayContaining(["in_group"]),
      });
    expect(await preview([waits, left], { submission_status: "graded" })).toEqual([[], []]);
    await open.takeOut(waits);
    await sent.step("back", { p_cards: 10 });
    expect(await oddities()).toEqual([["not_sent"], []]);
    expect(await acts.change(waits.id, home, "He wants them ungraded")).toMatchObject({ outcome: "updated" });
  });

  test("nor is a batch of which cards that came later do", async () => {
    const order = await addReceived(sql, { submission_status: "graded", tracking_number: aMark() });
    const group = await GroupActs.begin(acts);
    await sql`insert into late_cards ${sql({ order_id: order.id, group_id: group.id, grouped_at: new Date() })}`;
    expect(await preview([order], home)).toEqual([["in_group"]]);
    await sql`delete from late_cards where order_id = ${order.id}`;
    expect(await preview([order], home)).toEqual([[]]);
  });
});
