import { randomUUID } from "node:crypto";
import { Proposals } from "../../sandbox/builders/proposals";
import { addGivenUpEvent, addOrder, addStuckRefund } from "../../sandbox/builders/rows";
import { connect, undone } from "../../sandbox/builders/test-database";

/* What somebody has at this moment is not told as stuck: the claim waits for nobody, and leaves it to the next. */

const sql = connect();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

type Stuck = { key: string; name: string };
const ofOrder = async () => {
  const order = await addOrder(sql);
  return { key: await addStuckRefund(sql, order.id), name: String(order.batch_id) };
};
const ofEvent = async () => {
  const name = await addGivenUpEvent(sql);
  await sql`update stripe_events set received_at = '2001-01-01' where event_id = ${name}`;
  return { key: name, name };
};
const ofProposal = async () => {
  const { order, proposal } = await proposals.counted(8);
  await proposals.decide(order, proposal, "refund");
  return { key: proposal.id, name: String(order.batch_id) };
};
const ofMail = async () => {
  const name = `held-${randomUUID()}`;
  await sql`insert into outbox (dedupe_key, kind, payload, failed_at) values (${name}, ${name}, '{}', now())`;
  return { key: name, name };
};

test.each<[string, string, string, () => Promise<Stuck>]>([
  ["events", "stripe_events", "event_id", ofEvent],
  ["refunds", "refund_requests", "id", ofOrder],
  ["proposals", "order_adjustments", "id", ofProposal],
  ["mails", "outbox", "dedupe_key", ofMail],
])("%s that somebody has are left to the next claim", async (work, table, key, add) => {
  const [held, free] = [await add(), await add()];
  const rowsOf = (stuck: Stuck[]) => sql`${sql(table)}
    where ${sql(key)}::text in ${sql(stuck.map((one) => one.key))}`;
  try {
    await undone(sql, async (tx) => {
      await tx`set local lock_timeout = '2s'`;
      const named = async () => {
        const [row] = await tx`select claim_stuck_work(false, now() + interval '2 hours') as told`;
        return row?.told[work]?.map(({ name }: { name: string }) => name) ?? [];
      };
      await sql.begin(async (other) => {
        await other`select 1 from ${rowsOf([held])} for update`;
        const names = await named();
        expect(names).toContain(free.name);
        expect(names).not.toContain(held.name);
      });
      expect(await named()).toContain(held.name);
    });
  } finally {
    if (work !== "proposals") await sql`delete from ${rowsOf([held, free])}`;
  }
});
