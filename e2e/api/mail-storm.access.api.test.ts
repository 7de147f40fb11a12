import { apiPaths } from "../../lib/base/api-paths.ts";
import { aMark } from "../../sandbox/builders/ids.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import type { Person } from "../../sandbox/builders/person.ts";
import { eventually, Product, patiently } from "../../sandbox/builders/product.ts";
import { SEED, seeded } from "../../sandbox/builders/random.ts";
import { addOrders } from "../../sandbox/builders/rows.ts";
import { database, tally } from "../../sandbox/builders/test-database.ts";
import { inLanes } from "../support/lanes.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

const CALLS = 1_000;
const OWNERS = 10;
const ORDERS = 5;
/** Addresses that the calls ask for; no order has one. */
const FOREIGN = Array.from({ length: 20 }, () => `${aMark()}@foreign.test`);

type Batch = { id: string; batchId: string; owner: Person };

/** A call about one of the batches: by its owner or somebody else, with recipients of the caller's own. */
function draw(batches: Batch[], people: Person[], random: () => number) {
  const one = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item;
  const { batchId, owner } = one(batches);
  const foreign = one(FOREIGN);
  const wishes = [
    { userEmail: foreign },
    { userEmail: [foreign], to: foreign, bcc: foreign },
    { userEmail: `${owner.email},${foreign}`, email: foreign },
    { userEmail: `${owner.email}\r\nBcc: ${foreign}`, user_id: one(people).userId },
    { guest_email: foreign, user_email: foreign, receiptUrl: `https://${foreign}/` },
    {},
  ];
  const token = random() < 0.6 ? owner.token : one([...people.map((person) => person.token), undefined]);
  return { body: { batchId, ...one(wishes) }, who: token ? { token } : {}, isOwner: token === owner.token };
}

test(`${CALLS} calls for a mail bring each order's owner one, and nobody else any`, async () => {
  const people = await Promise.all(Array.from({ length: OWNERS }, () => product.person()));
  const perPerson = await Promise.all(people.map((owner) => addOrders(sql, owner, ORDERS)));
  const batches = perPerson.flatMap((orders, n) =>
    orders.map(({ id, batch_id }): Batch => ({ id, batchId: batch_id, owner: people[n] as Person })),
  );
  const random = seeded(SEED);
  const calls = Array.from({ length: CALLS }, () => draw(batches, people, random));
  const answers = await inLanes(calls, async ({ body, who, isOwner }) => {
    const { status } = await patiently(() => product.post(apiPaths.sendSubmissionEmail, body, who));
    return `${isOwner ? "an owner" : "somebody else"}: ${status}`;
  });
  expect(Object.keys(tally(answers)).sort()).toEqual(["an owner: 200", "somebody else: 404"]);

  const asked = new Set(calls.flatMap(({ body, isOwner }) => (isOwner ? [body.batchId] : [])));
  await product.runJob("/api/cron/outbox");
  const wanted = (owner: Person) =>
    batches
      .filter((batch) => batch.owner === owner && asked.has(batch.batchId))
      .map(({ batchId }) => batchId);
  for (const owner of people) {
    await eventually(
      () => mailsTo(owner.email),
      (mails) => mails.length >= wanted(owner).length,
    );
  }
  await product.runJob("/api/cron/outbox");
  for (const owner of people) {
    const mails = await mailsTo(owner.email);
    const named = mails.map(({ text }) => batches.find(({ batchId }) => text.includes(batchId))?.batchId);
    expect(named.sort()).toEqual(wanted(owner).sort());
    expect(mails.flatMap(({ to }) => to.map(({ address }) => address))).toEqual(mails.map(() => owner.email));
  }
  expect(await Promise.all(FOREIGN.map((address) => mailsTo(address)))).toEqual(FOREIGN.map(() => []));
  const [{ foreign } = { foreign: -1 }] = await sql<{ foreign: number }[]>`
    select count(*)::int as foreign from public.outbox where payload::text like '%@foreign.test%'`;
  expect(foreign).toBe(0);
}, 600_000);
