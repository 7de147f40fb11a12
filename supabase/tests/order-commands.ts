import fc from "fast-check";
import { aBatchId, aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import {
  type Facts,
  factsOf,
  type ModelOrder,
  type OrderModel,
  type Owner,
  type Page,
  refundedOf,
} from "./order-model";
import { hear, hearRefunds, type OrderTables, readRefunds, sweep } from "./order-tables";
import { quotaChange } from "./proposal-model";

export type Step = fc.AsyncCommand<OrderModel, OrderTables>;

/** Returns a step with its precondition and its effect on model and database. */
export const step = (
  name: string,
  check: (model: OrderModel) => boolean,
  run: (model: OrderModel, tables: OrderTables) => Promise<void>,
): Step => ({ check, run, toString: () => name });

export const orderStep = (
  name: string,
  place: number,
  run: (order: ModelOrder, model: OrderModel, tables: OrderTables) => Promise<void>,
) =>
  step(
    `${name} #${place}`,
    ({ orders }) => orders.length > 0,
    (model, tables) => run(model.orders[place % model.orders.length] as ModelOrder, model, tables),
  );

const pageStep = (
  name: string,
  place: number,
  fits: (page: Page) => boolean,
  run: (page: Page, model: OrderModel, tables: OrderTables) => Promise<void> | void,
) =>
  step(
    `${name} #${place}`,
    ({ pages }) => pages.some(fits),
    async (model, tables) => {
      const pages = model.pages.filter(fits);
      await run(pages[place % pages.length] as Page, model, tables);
    },
  );

export const reserve = (owner: Owner) =>
  step(
    `${owner} reserves`,
    ({ orders }) => orders.length < 8,
    async (model, tables) => {
      const change = owner === "member" ? quotaChange(model.orders, tables.proposals.rows, tables.now) : 0;
      const wanted = model.reserves(owner, change);
      const batchId = aBatchId();
      const { outcome, order } = await tables.reserve(owner, batchId);
      expect(outcome).toBe(wanted);
      if (wanted === "reserved") model.add(owner, order.id, batchId);
    },
  );

const reserveAgain = (place: number) =>
  orderStep("the same again", place, async (order, model, tables) => {
    const isPaid = order.isSettled || order.status === "paid";
    const payable = model.isLive(order) ? "replay" : "batch_taken";
    const wanted = order.status === "pending" ? "payment_in_progress" : isPaid ? "already_paid" : payable;
    expect((await tables.reserve(order.owner, order.batchId)).outcome).toBe(wanted);
  });

export const attach = (place: number) =>
  orderStep("page of", place, async (order, model, tables) => {
    const session = aSessionId();
    const attached = model.attach(order, session, aPaymentIntentId());
    const args = { p_order_id: order.id, p_session_id: session, p_attempt: 1 };
    expect(await tables.call("attach_checkout_session", args)).toMatchObject({ attached });
  });

const isOpen = (page: Page) => factsOf(page).status === "open";
const isInProgress = (page: Page) => factsOf(page).status === "complete" && !factsOf(page).isPaid;
const isPaid = (page: Page) => factsOf(page).isPaid;

export const steps = [
  fc.constantFrom<Owner>("member", "guest").map(reserve),
  fc.nat(7).map(reserveAgain),
  fc.nat(7).map(attach),
  fc
    .nat(7)
    .map((place) =>
      pageStep("pay", place, isOpen, (page, model) => model.says(page, { status: "complete", isPaid: true })),
    ),
  fc
    .nat(7)
    .map((place) =>
      pageStep("debit", place, isOpen, (page, model) => model.says(page, { status: "complete" })),
    ),
  fc
    .nat(7)
    .map((place) =>
      pageStep("debit arrives", place, isInProgress, (page, model) =>
        model.says(page, { isPaid: true, hasFailed: false }),
      ),
    ),
  fc
    .nat(7)
    .map((place) =>
      pageStep("debit fails", place, isInProgress, (page, model) => model.says(page, { hasFailed: true })),
    ),
  fc
    .nat(7)
    .map((place) =>
      pageStep("page ends", place, isOpen, (page, model) => model.says(page, { status: "expired" })),
    ),
  fc.tuple(fc.nat(7), fc.nat(3)).map(([place, ago]) =>
    pageStep(
      `hear ${ago} ago of`,
      place,
      () => true,
      (page, model, tables) =>
        hear(page, page.said[Math.max(0, page.said.length - 1 - ago)] as Facts, model, tables),
    ),
  ),
  fc.nat(7).map((place) =>
    pageStep(
      "hear twice of",
      place,
      () => true,
      async (page, model, tables) => {
        for (let times = 0; times < 2; times++) await hear(page, factsOf(page), model, tables);
      },
    ),
  ),
  fc.tuple(fc.nat(7), fc.boolean()).map(([place, isAll]) =>
    pageStep(isAll ? "refund" : "refund a part", place, isPaid, async (page, _, tables) => {
      const left = page.order.cents - refundedOf(page);
      if (left > 0) page.refunds.push({ cents: isAll ? left : Math.ceil(left / 2), hasFailed: false });
      await readRefunds(page, tables);
    }),
  ),
  fc.nat(7).map((place) =>
    pageStep(
      "refund fails",
      place,
      ({ refunds }) => refunds.length > 0,
      async (page, _, tables) => {
        Object.assign(page.refunds.at(-1) ?? {}, { hasFailed: true });
        await readRefunds(page, tables);
      },
    ),
  ),
  fc.tuple(fc.nat(7), fc.nat(7)).map(([place, which]) =>
    pageStep(
      `hear refund ${which} of`,
      place,
      ({ reads }) => reads.length > 0,
      (page, model, tables) =>
        hearRefunds(page, page.reads[which % page.reads.length] as Page["reads"][number], model, tables),
    ),
  ),
  fc.tuple(fc.nat(7), fc.constantFrom("needs_response", "won", "lost")).map(([place, status]) =>
    pageStep(`dispute ${status}`, place, isPaid, async (page, model, tables) => {
      const wanted = model.hearDispute(page, status);
      const fence = await tables.call("next_read_fence", {});
      const args = { p_payment_intent_id: page.payment, p_fence: fence, p_status: status };
      expect((await tables.call("apply_dispute", args)).outcome).toBe(wanted);
    }),
  ),
  fc.tuple(fc.nat(7), fc.constantFrom("paid" as const, "unpaid" as const)).map(([place, status]) =>
    orderStep(`staff set ${status}`, place, async (order, model, tables) => {
      const answer = await tables.setByStaff(order, status);
      expect(answer.outcome).toBe(model.setByStaff(order, status));
    }),
  ),
  fc.constantFrom(1, 32, 45).map((minutes) =>
    step(
      `${minutes} min later`,
      () => true,
      async (model, tables) => {
        model.pass(minutes);
        await tables.pass(minutes);
      },
    ),
  ),
  fc.constant(step("sweep", ({ orders }) => orders.length > 0, sweep)),
];
