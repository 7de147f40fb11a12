import { Proposals } from "../../sandbox/builders/proposals";
import { signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient, signedUp } from "../../sandbox/builders/test-database";

/* What the dashboard says of the proposals that wait for its owner. */

const sql = connect();
// Nothing of it is left for the tests of the reconcile job.
let proposals: Proposals;
afterEach(() => proposals.leaveNothing());
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});

type Asked = Record<string, unknown> & { order_id: string; kind: string; deadline_at: string };
const asked = async ({ accessToken }: { accessToken: string }, args: Record<string, unknown> = {}) =>
  (await call<{ proposals: Asked[] }>(personClient(accessToken), "get_dashboard", args)).proposals;

test("its owner alone is told what waits for a decision, the soonest first", async () => {
  const [owner, other, staff] = [await signedUp(sql), await signedUp(sql), await signUpStaff(sql)];
  const { order, proposal } = await proposals.counted(8, { user_id: owner.id });
  expect(await asked(owner)).toMatchObject([
    { id: proposal.id, order_id: order.id, kind: "short", qty: 2, status: "proposed" },
  ]);
  const upcharge = await proposals.upcharge(order);
  await sql`update order_adjustments set deadline_at = now() + interval '1 hour' where id = ${upcharge.id}`;
  expect((await asked(owner)).map(({ kind }) => kind)).toEqual(["upcharge", "short"]);
  await proposals.decide(order, proposal, "send_rest");
  expect(await asked(owner)).toContainEqual(
    expect.objectContaining({ kind: "short", status: "accepted", chosen_option: "send_rest" }),
  );
  expect(await asked(other)).toEqual([]);
  expect(await asked(staff)).toEqual([]);
});

test.each(["declined", "expired", "refunded", "withdrawn"])("one that is %s is not there", async (status) => {
  const owner = await signedUp(sql);
  const { proposal } = await proposals.counted(8, { user_id: owner.id });
  await sql`update order_adjustments set status = ${status} where id = ${proposal.id}`;
  expect(await asked(owner)).toEqual([]);
});

test("a page knows of its own orders and of the five most recent ones", async () => {
  const owner = await signedUp(sql);
  const submitted = (day: number) => ({ user_id: owner.id, submitted_at: new Date(Date.UTC(2026, 7, day)) });
  const orders = [];
  for (const day of [7, 6, 5, 4, 3, 2, 1]) orders.push((await proposals.counted(8, submitted(day))).order);
  const recent = orders.slice(0, 5).map(({ id }) => id);
  const of = async (args: Record<string, unknown>) =>
    (await asked(owner, args)).map(({ order_id: id }) => id).sort();
  expect(await of({ p_limit: 1 })).toEqual([...recent].sort());
  expect(await of({ p_limit: 1, p_cursor_submitted_at: "2026-08-01T12:00:00Z" })).toEqual(
    [...recent, orders[6]?.id].sort(),
  );
});
