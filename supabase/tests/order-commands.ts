import fc from "fast-check";
import { aBatchId, aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import {
  type ModelOrder,
  type OrderModel,
  type Owner,
  type Page,
  type PageState,
  type RefundRead,
  refundedOf,
  stateOf,
} from "./order-model";
import {
  deliver,
  deliverDispute,
  deliverRefunds,
  type OrderTables,
  readRefunds,
  releaseExpired,
} from "./order-tables";
import { quotaChange } from "./proposal-model";

export type Step = fc.AsyncCommand<OrderModel, OrderTables>;
type Run<One> = (one: One, model: OrderModel, tables: OrderTables) => Promise<void> | void;

export const place = fc.nat(7);

/** Returns a step with its precondition and its effect on model and database. */
export const step = (
  name: string,
  check: (model: OrderModel) => boolean,
  run: (model: OrderModel, tables: OrderTables) => Promise<void>,
): Step => ({ check, run, toString: () => name });

/** Returns a step that runs on one of the items selected by `pick`. */
const stepOn = <One>(name: string, at: number, pick: (model: OrderModel) => One[], run: Run<One>) =>
  step(
    `${name} #${at}`,
    (model) => pick(model).length > 0,
    async (model, tables) => {
      const all = pick(model);
      await run(all[at % all.length] as One, model, tables);
    },
  );

export const orderStep = (name: string, at: number, run: Run<ModelOrder>) =>
  stepOn(name, at, ({ orders }) => orders, run);

export const advance = (minutes: number) =>
  step(
    `${minutes} minutes later`,
    () => true,
    async (model, tables) => {
      model.advance(minutes);
      await tables.advance(minutes);
    },
  );

export const reserve = (owner: Owner) =>
  step(
    `${owner} reserves`,
    ({ orders }) => orders.length < 8,
    async (model, tables) => {
      const change = owner === "member" ? quotaChange(model.orders, tables.proposals.rows, tables.now) : 0;
      const expected = model.expectedReservation(owner, change);
      const batchId = aBatchId();
      const { outcome, order } = await tables.reserve(owner, batchId);
      expect(outcome).toBe(expected);
      if (expected === "reserved") model.add(owner, order.id, batchId);
    },
  );

const reserveAgain = (at: number) =>
  orderStep("same batch ID", at, async (order, model, tables) => {
    const isPaid = order.isSettled || order.status === "paid";
    const payable = model.isReserved(order) ? "replay" : "batch_taken";
    const expected = order.status === "pending" ? "payment_in_progress" : isPaid ? "already_paid" : payable;
    expect((await tables.reserve(order.owner, order.batchId)).outcome).toBe(expected);
  });

export const attach = (at: number) =>
  orderStep("page of", at, async (order, model, tables) => {
    const session = aSessionId();
    const attached = model.attach(order, session, aPaymentIntentId());
    const args = { p_order_id: order.id, p_session_id: session, p_attempt: 1 };
    expect(await tables.call("attach_checkout_session", args)).toMatchObject({ attached });
  });

const isAny = () => true;
export const isOpen = (page: Page) => stateOf(page).status === "open";
const isInProgress = (page: Page) => stateOf(page).status === "complete" && !stateOf(page).isPaid;
const isPaid = (page: Page) => stateOf(page).isPaid;

type Deliver<One extends Page, Report> = (
  page: One,
  report: Report,
  model: OrderModel,
  tables: OrderTables,
) => Promise<void>;

/** Returns the steps for Checkout Sessions and for Stripe's reports about them, which may come late or twice. */
export function paymentSteps<One extends Page>(
  kind: string,
  pagesOf: (model: OrderModel) => One[],
  deliverState: Deliver<One, PageState>,
  deliverRead: Deliver<One, RefundRead>,
  deliverStatus: Deliver<One, string>,
) {
  const on = (name: string, at: number, fits: (page: One) => boolean, run: Run<One>) =>
    stepOn(`${kind} ${name}`, at, (model) => pagesOf(model).filter(fits), run);
  const change = (name: string, fits: (page: One) => boolean, state: Partial<PageState>) =>
    place.map((at) => on(name, at, fits, (page, model) => model.setState(page, state)));
  return [
    change("is paid", isOpen, { status: "complete", isPaid: true }),
    change("starts a debit", isOpen, { status: "complete" }),
    change("gets its debit", isInProgress, { isPaid: true, hasFailed: false }),
    change("loses its debit", isInProgress, { hasFailed: true }),
    change("expires", isOpen, { status: "expired" }),
    fc.tuple(place, fc.nat(3)).map(([at, ago]) =>
      on(`reports ${ago} states ago`, at, isAny, (page, model, tables) => {
        const state = page.states[Math.max(0, page.states.length - 1 - ago)] as PageState;
        return deliverState(page, state, model, tables);
      }),
    ),
    place.map((at) =>
      on("reports twice", at, isAny, async (page, model, tables) => {
        for (let times = 0; times < 2; times++) await deliverState(page, stateOf(page), model, tables);
      }),
    ),
    fc.tuple(place, fc.boolean()).map(([at, isAll]) =>
      on(isAll ? "is refunded" : "is refunded in part", at, isPaid, async (page, _, tables) => {
        const left = page.cents - refundedOf(page);
        if (left > 0) page.refunds.push({ cents: isAll ? left : Math.ceil(left / 2), hasFailed: false });
        await readRefunds(page, tables);
      }),
    ),
    place.map((at) =>
      on(
        "has a refund fail",
        at,
        ({ refunds }) => refunds.length > 0,
        async (page, _, tables) => {
          Object.assign(page.refunds.at(-1) ?? {}, { hasFailed: true });
          await readRefunds(page, tables);
        },
      ),
    ),
    fc.tuple(place, place).map(([at, nth]) =>
      on(
        `reports refunds, read ${nth}`,
        at,
        ({ reads }) => reads.length > 0,
        (page, model, tables) =>
          deliverRead(page, page.reads[nth % page.reads.length] as RefundRead, model, tables),
      ),
    ),
    fc
      .tuple(place, fc.constantFrom("needs_response", "won", "lost"))
      .map(([at, status]) =>
        on(`dispute ${status}`, at, isPaid, (page, model, tables) =>
          deliverStatus(page, status, model, tables),
        ),
      ),
  ];
}

export const steps = [
  fc.constantFrom<Owner>("member", "guest").map(reserve),
  place.map(reserveAgain),
  place.map(attach),
  ...paymentSteps("page", ({ pages }) => pages, deliver, deliverRefunds, deliverDispute),
  fc.tuple(place, fc.constantFrom("paid" as const, "unpaid" as const)).map(([at, status]) =>
    orderStep(`staff set ${status}`, at, async (order, model, tables) => {
      const answer = await tables.setByStaff(order, status);
      expect(answer.outcome).toBe(model.setByStaff(order, status));
    }),
  ),
  fc.constantFrom(1, 32, 45).map(advance),
  fc.constant(step("releases expired", ({ orders }) => orders.length > 0, releaseExpired)),
];
