import fc from "fast-check";
import { brokenInvariants } from "../../sandbox/builders/broken-invariants";
import { SEED } from "../../sandbox/builders/random";
import { sized } from "../../sandbox/builders/size";
import { connect, undone } from "../../sandbox/builders/test-database";
import { steps } from "./order-commands";
import { factsOf, OrderModel, refundedOf } from "./order-model";
import { hear, hearRefunds, OrderTables, readRefunds, sweep } from "./order-tables";

jest.setTimeout(sized(120_000, 900_000));

const sql = connect(1);
const RUNS = sized(60, 5_000);
/** A slow machine tells fewer stories, and says how many. */
const TIME_MS = sized(60_000, 540_000);
const told = (words: string) => process.stdout.write(`  ${words}\n`);

/** Everything is heard in the end: each page, its refunds, and what ran out. */
async function hearAll(model: OrderModel, tables: OrderTables): Promise<void> {
  model.pass(41);
  for (const page of model.pages) await hear(page, factsOf(page), model, tables);
  for (const page of model.pages.filter((one) => factsOf(one).isPaid)) {
    await readRefunds(page, tables);
    await hearRefunds(page, page.reads.at(-1) ?? { fence: 0, cents: 0 }, model, tables);
  }
  await sweep(model, tables);
}

test(`${RUNS} stories of up to 40 steps: each answer is foreseen, and all that must hold of money holds`, async () => {
  const story = fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: "max" }), (commands) =>
    undone(sql, async (tx) => {
      const model = new OrderModel();
      const tables = await OrderTables.begin(tx);
      await fc.asyncModelRun(() => ({ model, real: tables }), commands);
      await hearAll(model, tables);

      const ids = model.orders.map(({ id }) => id);
      const wanted = model.orders.map(
        ({ id, status, session, payment, isSettled, refunded, review, dispute }) => ({
          ...{ id, status, session, payment, isSettled, isReserved: false, refunded, review, dispute },
        }),
      );
      const stored = await tables.stored(ids);
      expect([...stored].sort(byId)).toEqual(wanted.sort(byId));
      const taken = model.pages
        .filter((page) => factsOf(page).isPaid)
        .map((page) => ({
          order: page.order.id,
          session: page.session,
          payment: page.payment,
          cents: page.order.cents,
          refundedCents: refundedOf(page),
        }));
      expect(await brokenInvariants(tx, ids, taken)).toEqual([]);
    }),
  );
  const details = await fc.check(story, { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: TIME_MS });
  if (details.failed) throw new Error(fc.defaultReportMessage(details));
  told(`${details.numRuns} stories of seed ${SEED}`);
});

const byId = (one: { id?: string }, other: { id?: string }) => ((one.id ?? "") < (other.id ?? "") ? -1 : 1);
