import { addReceived } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
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

describe("who is here longest is first, whoever was submitted first", () => {
  const unpaid = { payment_status: "unpaid", received_at: null, received_count: null };
  const unopened = { ...unpaid, fulfillment_status: "not_received", submission_status: "pending" };
  const came = (hour: number) => new Date(Date.UTC(2026, 9, 1, hour));
  const counted = (hour: number) => ({ arrived_at: came(hour), received_at: came(hour) });
  const views: [string, (hour: number) => Columns][] = [
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
});
