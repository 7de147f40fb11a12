import fc from "fast-check";
import { brokenInvariants } from "../../sandbox/builders/broken-invariants";
import { SEED } from "../../sandbox/builders/random";
import { connect, tally, withRollback } from "../../sandbox/builders/test-database";
import { advance, steps } from "./order-commands";
import { OrderModel, owners, type Page, refundedOf, stateOf } from "./order-model";
import { deliver, deliverRefunds, OrderTables, readRefunds, releaseExpired } from "./order-tables";
import { deliverCharge, deliverChargeRefunds } from "./proposal-actions";
import { countDiffersBy, proposalSteps } from "./proposal-commands";
import { runJob } from "./proposal-job";
import { findUnfinished } from "./proposal-model";

jest.setTimeout(900_000);

const sql = connect();
const RUNS = 500;
/** A slow machine may run fewer cases than RUNS. The test prints how many ran. */
const AT_LEAST = 100;
const TIME_MS = 360_000;
const A_MONTH = 31 * 24 * 60;

async function deliverReads(model: OrderModel, tables: OrderTables): Promise<void> {
  for (const page of model.pages.filter((one) => stateOf(one).isPaid))
    await deliverRefunds(page, await readRefunds(page, tables), model, tables);
}

/** Delivers the final state of every session, refund, expired reservation and deadline. */
async function deliverAll(model: OrderModel, tables: OrderTables): Promise<void> {
  await advance(41).run(model, tables);
  for (const page of model.pages) await deliver(page, stateOf(page), model, tables);
  await deliverReads(model, tables);
  await releaseExpired(model, tables);
  for (const charge of model.charges) await deliverCharge(charge, stateOf(charge), model, tables);
  // Lets every deadline pass, in several rounds because one result can cause the next.
  for (let round = 0; round < 4; round++) {
    await advance(A_MONTH).run(model, tables);
    await runJob("made", model, tables);
    await deliverReads(model, tables);
  }
  for (const charge of model.charges.filter((one) => stateOf(one).isPaid))
    await deliverChargeRefunds(charge, await readRefunds(charge, tables), model, tables);
}

test(`matches the model and keeps all money invariants in ${RUNS} random histories`, async () => {
  const endStates: string[] = [];
  const history = fc.asyncProperty(
    fc.commands([...steps, ...proposalSteps], { maxCommands: 40, size: "max" }),
    fc.constantFrom(null, -30, 3),
    (commands, more) =>
      withRollback(sql, async (tx) => {
        const model = new OrderModel();
        const tables = await OrderTables.begin(tx);
        // Two of three histories start with a received count that differs from the paid count.
        for (const step of more === null ? [] : countDiffersBy(more)) await step.run(model, tables);
        await fc.asyncModelRun(() => ({ model, real: tables }), commands);
        await deliverAll(model, tables);

        const ids = model.orders.map(({ id }) => id);
        const expected = model.orders.map(
          ({ id, owner, status, session, payment, isSettled, refunded, review, dispute }) => ({
            ...{ id, status, session, payment, isSettled, isReserved: false, refunded, review, dispute },
            // A count never changes the number of paid cards.
            cards: owners[owner].cards,
          }),
        );
        const stored = await tables.stored(ids);
        expect([...stored].sort(byId)).toEqual(expected.sort(byId));
        const collected = (page: Page) => ({
          order: page.order.id,
          session: page.session,
          payment: page.payment,
          cents: page.cents,
          refundedCents: refundedOf(page),
        });
        const isPaid = (page: Page) => stateOf(page).isPaid;
        const paidPages = model.pages.filter(isPaid).map(collected);
        const paidCharges = model.charges
          .filter(isPaid)
          .map((charge) => ({ ...collected(charge), adjustment: charge.proposal }));
        expect(await brokenInvariants(tx, ids, [...paidPages, ...paidCharges])).toEqual([]);
        for (const one of tables.proposals.rows.proposals) endStates.push(`${one.kind} ${one.status}`);
        expect(findUnfinished(tables.proposals.rows, model.charges, model.exceptions)).toEqual([]);
      }),
  );
  const details = await fc.check(history, { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: TIME_MS });
  if (details.failed) throw new Error(fc.defaultReportMessage(details));
  expect(details.numRuns).toBeGreaterThanOrEqual(AT_LEAST);
  process.stdout.write(
    `  ${details.numRuns} histories of seed ${SEED}; proposals: ${JSON.stringify(tally(endStates))}\n`,
  );
});

const byId = (one: { id?: string }, other: { id?: string }) => ((one.id ?? "") < (other.id ?? "") ? -1 : 1);
