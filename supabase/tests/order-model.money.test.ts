import fc from "fast-check";
import { brokenInvariants } from "../../sandbox/builders/broken-invariants";
import { SEED } from "../../sandbox/builders/random";
import { connect, tally, undone } from "../../sandbox/builders/test-database";
import { steps } from "./order-commands";
import { factsOf, OrderModel, owners, refundedOf } from "./order-model";
import { hear, hearRefunds, OrderTables, readRefunds, sweep } from "./order-tables";
import { hearCharge } from "./proposal-actions";
import { cameWith, proposalSteps } from "./proposal-commands";
import { unended } from "./proposal-model";
import { hearChargeRefunds, runJob } from "./proposal-refunds";

type Telling = {
  runs: number;
  atLeast: number;
  timeMs: number;
  endOnFailure?: boolean;
};

/** Runs `atLeast` random cases, then up to `runs` in the remaining time. Errors say how to repeat the case. */
async function runRandomCases<Drawn>(
  story: fc.IAsyncProperty<Drawn>,
  { runs, atLeast, timeMs, endOnFailure = false }: Telling,
): Promise<number> {
  const tell = async (more: fc.Parameters<Drawn>): Promise<number> => {
    const details = await fc.check(story, { endOnFailure, ...more });
    const isFalse = details.failed && details.counterexample !== null;
    if (isFalse) throw new Error(`${details.errorInstance}\n${fc.defaultReportMessage(details)}`);
    return details.numRuns;
  };
  const began = Date.now();
  const least = await tell({ seed: SEED, numRuns: atLeast });
  const left = timeMs - (Date.now() - began);
  if (runs <= atLeast || left <= 0) return least;
  return least + (await tell({ seed: SEED + 1, numRuns: runs - atLeast, interruptAfterTimeLimit: left }));
}

jest.setTimeout(900_000);

const sql = connect();
const RUNS = 500;
/** A slow machine may run fewer cases than RUNS, and prints how many. */
const AT_LEAST = 100;
const TIME_MS = 360_000;
const A_MONTH = 31 * 24 * 60;

/** Delivers every page, refund, expired reservation and deadline. */
async function hearAll(model: OrderModel, tables: OrderTables): Promise<void> {
  model.pass(41);
  await tables.pass(41);
  for (const page of model.pages) await hear(page, factsOf(page), model, tables);
  for (const page of model.pages.filter((one) => factsOf(one).isPaid)) {
    await readRefunds(page, tables);
    await hearRefunds(page, page.reads.at(-1) ?? { fence: 0, cents: 0 }, model, tables);
  }
  await sweep(model, tables);
  for (const charge of model.charges) await hearCharge(charge, factsOf(charge), model, tables);
  // Every deadline passes, in several rounds because one result causes the next.
  for (let round = 0; round < 4; round++) {
    model.pass(A_MONTH);
    await tables.pass(A_MONTH);
    await runJob("made", model, tables);
    for (const page of model.pages.filter((one) => factsOf(one).isPaid)) {
      await readRefunds(page, tables);
      await hearRefunds(page, page.reads.at(-1) ?? { fence: 0, cents: 0 }, model, tables);
    }
  }
  for (const charge of model.charges.filter((one) => factsOf(one).isPaid)) {
    await readRefunds(charge, tables);
    await hearChargeRefunds(charge, charge.reads.at(-1) ?? { fence: 0, cents: 0 }, model, tables);
  }
}

test(`matches the model and keeps all money invariants in ${RUNS} random histories`, async () => {
  const ends: string[] = [];
  const story = fc.asyncProperty(
    fc.commands([...steps, ...proposalSteps], { maxCommands: 40, size: "max" }),
    fc.constantFrom(null, -30, 3),
    (commands, more) =>
      undone(sql, async (tx) => {
        const model = new OrderModel();
        const tables = await OrderTables.begin(tx);
        // Two of three histories start with a count that differs from the paid one.
        for (const step of more === null ? [] : cameWith(more)) await step.run(model, tables);
        await fc.asyncModelRun(() => ({ model, real: tables }), commands);
        await hearAll(model, tables);

        const ids = model.orders.map(({ id }) => id);
        const wanted = model.orders.map(
          ({ id, owner, status, session, payment, isSettled, refunded, review, dispute }) => ({
            ...{ id, status, session, payment, isSettled, isReserved: false, refunded, review, dispute },
            // A count never changes the paid cards.
            cards: owners[owner].cards,
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
        const charged = model.charges
          .filter((charge) => factsOf(charge).isPaid)
          .map((charge) => ({
            order: charge.order.id,
            adjustment: charge.proposal,
            session: charge.session,
            payment: charge.payment,
            cents: charge.cents,
            refundedCents: refundedOf(charge),
          }));
        expect(await brokenInvariants(tx, ids, [...taken, ...charged])).toEqual([]);
        for (const one of tables.proposals.rows.proposals) ends.push(`${one.kind} ${one.status}`);
        expect(unended(tables.proposals.rows, model.charges, model.exceptions)).toEqual([]);
      }),
  );
  const count = await runRandomCases(story, { runs: RUNS, atLeast: AT_LEAST, timeMs: TIME_MS });
  process.stdout.write(`  ${count} histories of seed ${SEED}; proposals: ${JSON.stringify(tally(ends))}\n`);
});

const byId = (one: { id?: string }, other: { id?: string }) => ((one.id ?? "") < (other.id ?? "") ? -1 : 1);
