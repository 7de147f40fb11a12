import fc from "fast-check";
import { attach, orderStep, reserve, type Step, step } from "./order-commands";
import { type Facts, factsOf, type OrderModel, owners, refundedOf } from "./order-model";
import { type OrderTables, readRefunds } from "./order-tables";
import {
  askUpcharge,
  count,
  decide,
  hearCharge,
  openCheckout,
  strayPage,
  undoCount,
} from "./proposal-actions";
import type { Charge, Proposal } from "./proposal-model";
import { type Fate, hearChargeDispute, hearChargeRefunds, runJob } from "./proposal-refunds";

/** The presses by which an order was counted, the last one last, as long as they can be taken back. */
function presses({ counts }: OrderModel, orderId: string): string[] {
  const own = counts.get(orderId) ?? [];
  counts.set(orderId, own);
  return own;
}

/** A step of one proposal, drawn by its place; nothing where there is none yet. */
const proposalStep = (
  name: string,
  place: number,
  run: (proposal: Proposal, model: OrderModel, tables: OrderTables) => Promise<void> | void,
  fits: (proposal: Proposal) => boolean = () => true,
): Step =>
  step(
    `${name} #${place}`,
    ({ orders }) => orders.some(({ isSettled }) => isSettled),
    async (model, tables) => {
      const all = tables.proposals.rows.proposals.filter(fits);
      const one = all[place % Math.max(1, all.length)];
      if (one) await run(one, model, tables);
    },
  );

/** A step of one payment page of a proposal that is as the step wants it. */
const chargeStep = (
  name: string,
  place: number,
  fits: (charge: Charge) => boolean,
  run: (charge: Charge, model: OrderModel, tables: OrderTables) => Promise<void> | void,
): Step =>
  step(
    `${name} charge #${place}`,
    ({ charges }) => charges.some(fits),
    async (model, tables) => {
      const charges = model.charges.filter(fits);
      await run(charges[place % charges.length] as Charge, model, tables);
    },
  );

const isOpen = (charge: Charge) => factsOf(charge).status === "open";
const isInProgress = (charge: Charge) => factsOf(charge).status === "complete" && !factsOf(charge).isPaid;
const isPaid = (charge: Charge) => factsOf(charge).isPaid;
const isCharge = ({ kind }: Proposal) => kind !== "short";
const place = fc.nat(7);
const placed = (make: (place: number) => Step) => place.map(make);

/** An order is paid at once, so that more of the stories are about cards that were paid for. */
const payNow = (at: number) =>
  step(
    `pay and hear #${at}`,
    ({ pages }) => pages.some((page) => factsOf(page).status === "open"),
    async (model, tables) => {
      const open = model.pages.filter((page) => factsOf(page).status === "open");
      const page = open[at % open.length];
      if (!page) return;
      model.says(page, { status: "complete", isPaid: true });
      const wanted = model.hear(page, factsOf(page));
      expect((await tables.apply(page, factsOf(page))).outcome).toBe(wanted);
    },
  );

const countStep = (at: number, more: number) =>
  orderStep(`count ${more} more`, at, async (order, model, tables) => {
    const cards = Math.max(0, owners[order.owner].cards + more);
    presses(model, order.id).push(await count(order, cards, tables));
  });

/** A member's batch is paid, and so many more cards than paid for have come. */
export const cameWith = (more: number): Step[] => [
  reserve("member"),
  attach(0),
  payNow(0),
  countStep(0, more),
];

/** All steps that a story can have about what its customer is asked. */
export const proposalSteps = [
  placed(payNow),
  fc.tuple(place, fc.constantFrom(-60, -30, -2, -1, 0, 1, 3, 45)).map(([at, more]) => countStep(at, more)),
  placed((at) =>
    orderStep("count taken back", at, async (order, model, tables) => {
      const act = presses(model, order.id).at(-1);
      if (act && (await undoCount(order, act, tables))) presses(model, order.id).pop();
    }),
  ),
  fc
    .tuple(place, fc.constantFrom(1, 2, 70))
    .map(([at, qty]) =>
      orderStep(`upcharge of ${qty}`, at, (order, _, tables) => askUpcharge(order, qty, tables)),
    ),
  fc
    .tuple(place, fc.nat(1))
    .map(([at, choice]) =>
      proposalStep(`answer ${choice}`, at, (one, model, tables) => decide(one, choice, model, tables)),
    ),
  fc
    .tuple(place, fc.integer({ min: 0, max: 4 }))
    .map(([at, tied]) =>
      proposalStep(
        tied ? "to pay" : "to pay, untied",
        at,
        (one, model, tables) => openCheckout(one, tied > 0, model, tables),
        isCharge,
      ),
    ),
  fc
    .tuple(place, fc.constantFrom(0, 0, -1))
    .map(([at, more]) =>
      proposalStep(`stray page ${more}`, at, (one, model) => strayPage(one, more, model), isCharge),
    ),
  placed((at) =>
    chargeStep("pay", at, isOpen, (one, model) => model.says(one, { status: "complete", isPaid: true })),
  ),
  placed((at) => chargeStep("debit", at, isOpen, (one, model) => model.says(one, { status: "complete" }))),
  fc
    .tuple(place, fc.boolean())
    .map(([at, arrives]) =>
      chargeStep(arrives ? "debit arrives" : "debit fails", at, isInProgress, (one, model) =>
        model.says(one, arrives ? { isPaid: true, hasFailed: false } : { hasFailed: true }),
      ),
    ),
  fc.tuple(place, fc.nat(2)).map(([at, ago]) =>
    chargeStep(
      `hear ${ago} ago of`,
      at,
      () => true,
      (one, model, tables) =>
        hearCharge(one, one.said[Math.max(0, one.said.length - 1 - ago)] as Facts, model, tables),
    ),
  ),
  fc.tuple(place, fc.boolean()).map(([at, isAll]) =>
    chargeStep(isAll ? "refund" : "refund a part of", at, isPaid, async (one, _, tables) => {
      const left = one.cents - refundedOf(one);
      if (left > 0) one.refunds.push({ cents: isAll ? left : Math.ceil(left / 2), hasFailed: false });
      await readRefunds(one, tables);
    }),
  ),
  placed((at) =>
    chargeStep(
      "refund fails of",
      at,
      ({ refunds }) => refunds.length > 0,
      async (one, _, tables) => {
        Object.assign(one.refunds.at(-1) ?? {}, { hasFailed: true });
        await readRefunds(one, tables);
      },
    ),
  ),
  fc.tuple(place, place).map(([at, which]) =>
    chargeStep(
      `hear refund ${which} of`,
      at,
      ({ reads }) => reads.length > 0,
      (one, model, tables) =>
        hearChargeRefunds(one, one.reads[which % one.reads.length] as Charge["reads"][number], model, tables),
    ),
  ),
  fc
    .tuple(place, fc.constantFrom("needs_response", "won", "lost"))
    .map(([at, status]) =>
      chargeStep(`dispute ${status} of`, at, isPaid, (one, model, tables) =>
        hearChargeDispute(one, status, model, tables),
      ),
    ),
  fc.constantFrom<Fate>("made", "refused", "unheard").map((fate) =>
    step(
      `job, refunds ${fate}`,
      ({ orders }) => orders.length > 0,
      (model, tables) => runJob(fate, model, tables),
    ),
  ),
  fc.constantFrom(11_520, 20_200).map((minutes) =>
    step(
      `${minutes / 1440} days later`,
      () => true,
      async (model, tables) => {
        model.pass(minutes);
        await tables.pass(minutes);
      },
    ),
  ),
];
