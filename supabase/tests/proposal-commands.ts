import fc from "fast-check";
import {
  advance,
  attach,
  isOpen,
  orderStep,
  paymentSteps,
  place,
  reserve,
  type Step,
  step,
} from "./order-commands";
import { type CountAction, type OrderModel, owners, stateOf } from "./order-model";
import { deliver, type OrderTables } from "./order-tables";
import {
  addStrayPage,
  askUpcharge,
  count,
  decide,
  deliverCharge,
  deliverChargeDispute,
  deliverChargeRefunds,
  openCheckout,
  undoCount,
} from "./proposal-actions";
import { type RefundResult, runJob } from "./proposal-job";
import type { Proposal } from "./proposal-model";

/** Returns the staff actions that counted an order and can still be undone, oldest first. */
function countActionsOf({ counts }: OrderModel, orderId: string): CountAction[] {
  const own = counts.get(orderId) ?? [];
  counts.set(orderId, own);
  return own;
}

/** Returns a step that runs on one proposal. It does nothing if there is none. */
const proposalStep = (
  name: string,
  at: number,
  run: (proposal: Proposal, model: OrderModel, tables: OrderTables) => Promise<void> | void,
  fits: (proposal: Proposal) => boolean = () => true,
): Step =>
  step(
    `${name} #${at}`,
    ({ orders }) => orders.some(({ isSettled }) => isSettled),
    async (model, tables) => {
      const all = tables.proposals.rows.proposals.filter(fits);
      const one = all[at % Math.max(1, all.length)];
      if (one) await run(one, model, tables);
    },
  );

const isCharge = ({ kind }: Proposal) => kind !== "short";

/** Pays an open session immediately, so that more histories contain paid cards. */
const payNow = (at: number) =>
  step(
    `pay and report #${at}`,
    ({ pages }) => pages.some(isOpen),
    async (model, tables) => {
      const open = model.pages.filter(isOpen);
      const page = open[at % open.length];
      if (!page) return;
      model.setState(page, { status: "complete", isPaid: true });
      await deliver(page, stateOf(page), model, tables);
    },
  );

const countStep = (at: number, more: number) =>
  orderStep(`count ${more} more`, at, async (order, model, tables) => {
    const cards = Math.max(0, owners[order.owner].cards + more);
    countActionsOf(model, order.id).push(await count(order, cards, tables));
  });

/** Returns steps that pay a member's batch and count `more` cards than paid for. */
export const countDiffersBy = (more: number): Step[] => [
  reserve("member"),
  attach(0),
  payNow(0),
  countStep(0, more),
];

export const proposalSteps = [
  place.map(payNow),
  fc.tuple(place, fc.constantFrom(-60, -30, -2, -1, 0, 1, 3, 45)).map(([at, more]) => countStep(at, more)),
  place.map((at) =>
    orderStep("undo count", at, async (order, model, tables) => {
      const actions = countActionsOf(model, order.id);
      const action = actions.at(-1);
      if (action && (await undoCount(order, action, tables))) actions.pop();
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
    .map(([at, attached]) =>
      proposalStep(
        attached ? "open page" : "open page without attaching it",
        at,
        (one, model, tables) => openCheckout(one, attached > 0, model, tables),
        isCharge,
      ),
    ),
  fc
    .tuple(place, fc.constantFrom(0, 0, -1))
    .map(([at, more]) =>
      proposalStep(`stray page ${more}`, at, (one, model) => addStrayPage(one, more, model), isCharge),
    ),
  ...paymentSteps(
    "charge",
    ({ charges }) => charges,
    deliverCharge,
    deliverChargeRefunds,
    deliverChargeDispute,
  ),
  fc.constantFrom<RefundResult>("made", "refused", "unreported").map((result) =>
    step(
      `job, refunds ${result}`,
      ({ orders }) => orders.length > 0,
      (model, tables) => runJob(result, model, tables),
    ),
  ),
  fc.constantFrom(11_520, 20_200).map(advance),
];
