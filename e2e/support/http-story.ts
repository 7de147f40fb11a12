import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { brokenInvariants, type TakenPayment } from "../../sandbox/builders/broken-invariants.ts";
import type { Person } from "../../sandbox/builders/person.ts";
import { type Caller, patiently, type SignedIn, stripeOf } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import type { MortalProduct } from "./mortal-product.ts";
import { PROPOSAL_STEPS, type ProposalStep, ProposalStory } from "./proposal-story.ts";

/** What can happen to somebody's batches; `turn` says to which of them, and how. */
export const STEPS = [
  "submit",
  "again",
  "pay",
  "decline",
  "payLater",
  "settle",
  "confirm",
  "expire",
  "refundThere",
  "refundHere",
  "setPaid",
  "lose",
  "duplicate",
  "job",
  "clock",
  "kill",
  ...PROPOSAL_STEPS,
] as const;
export type StoryStep = { step: (typeof STEPS)[number]; turn: number };

type Batch = { batchId: string; cards: number; sessions: string[] };

/** One customer's batches at the running product, told step by step over HTTP, with what must hold in the end. */
export class HttpStory {
  readonly problems: string[] = [];
  readonly #mortal: MortalProduct;
  readonly #staff: SignedIn;
  readonly #batches: Batch[] = [];
  /** Also of batches that were given another name since. */
  readonly #batchIds = new Set<string>();
  readonly #proposals: ProposalStory;
  /** An account's token, or the cookie that a guest's first batch brings. */
  #who: Caller;

  private constructor(mortal: MortalProduct, person: Person | null, staff: SignedIn) {
    this.#mortal = mortal;
    this.#staff = staff;
    this.#who = person ? { token: person.token } : {};
    this.#proposals = new ProposalStory(mortal, staff);
  }

  static async begin(mortal: MortalProduct, staff: SignedIn, isGuest = false): Promise<HttpStory> {
    return new HttpStory(mortal, isGuest ? null : await mortal.product.person(), staff);
  }

  async tell({ step, turn }: StoryStep): Promise<void> {
    if (step === "submit") {
      const batch = { batchId: newBatchId(), cards: 1 + (turn % 4), sessions: [] };
      if (await this.#submit(batch)) this.#batches.push(batch);
      return;
    }
    if (step === "lose" || step === "duplicate") {
      await this.#product.control("/faults", { target: "webhook", action: step, times: 1 });
      return;
    }
    if (step === "job") return void (await this.#product.runJob("/api/cron/reconcile"));
    if (step === "clock") return this.#passAnHour();
    if (step === "kill") return this.#killSometimes(turn);
    const batch = this.#batches[turn % Math.max(1, this.#batches.length)];
    if (batch) await this.#tellBatch(step, turn, batch);
  }

  /** Lets everything be heard, and adds what does not hold of these orders. */
  async end(): Promise<string[]> {
    await this.#product.control("/faults", {}, "DELETE");
    const sessions = [...this.#batches.flatMap((batch) => batch.sessions), ...this.#proposals.sessions];
    for (const session of sessions) await this.#product.control(`/checkout/sessions/${session}/settle`, {});
    await this.#product.control("/deliveries/drain");
    for (let run = 0; run < 4; run++) {
      await this.#passAnHour();
      if (run > 0) await this.#proposals.deadlines(await this.#orderIds());
      await this.#mortal.aMinuteLater();
      await this.#product.control("/deliveries/drain");
    }
    const ids = await this.#orderIds();
    this.problems.push(...this.#proposals.problems);
    return [...this.problems, ...(await brokenInvariants(this.#mortal.sql, ids, await this.#taken()))];
  }

  get #product() {
    return this.#mortal.product;
  }

  async #tellBatch(step: StoryStep["step"], turn: number, batch: Batch): Promise<void> {
    const session = batch.sessions.at(-1) ?? "";
    const order = await orderOfBatch(this.#mortal.sql, batch.batchId);
    const payment = order?.stripe_payment_intent_id as string | null | undefined;
    const stripe = stripeOf(this.#product);
    if ((PROPOSAL_STEPS as readonly string[]).includes(step)) {
      if (order?.paid_at) await this.#proposals.tell(step as ProposalStep, turn, order, this.#who);
      return;
    }
    switch (step) {
      case "again":
        await this.#submit(batch);
        return;
      case "pay":
        await this.#product.pay(session);
        return;
      case "decline":
        await this.#product.pay(session, { card_number: "4000000000000002" });
        return;
      case "payLater":
        await this.#product.pay(session, { payment_method: "us_bank_account" });
        return;
      case "settle":
        await this.#product.control(`/checkout/sessions/${session}/settle`, {
          outcome: turn % 2 ? "succeeded" : "failed",
        });
        return;
      case "confirm":
        return this.#confirm(batch, session);
      case "expire":
        return this.#unlessRefused(() => stripe.checkout.sessions.expire(session));
      case "refundThere":
        if (payment)
          await this.#unlessRefused(() =>
            stripe.refunds.create({ payment_intent: payment, ...(turn % 3 ? { amount: 700 } : {}) }),
          );
        return;
      case "refundHere":
        if (order?.paid_at)
          await this.#product.post(
            staffApiPaths.refund(order.id),
            {
              request_id: randomUUID(),
              amount_cents: turn % 3 ? 900 : batch.cards * 2500,
              refunded_cents: order.refunded_cents,
              reason: "Told so",
            },
            this.#staff,
          );
        return;
      case "setPaid":
        if (order && !order.paid_at)
          await this.#product.post(
            staffApiPaths.order(order.id),
            { version: order.version, changes: { payment_status: "paid" }, reason: "Cash" },
            this.#staff,
          );
    }
  }

  async #submit(batch: Batch): Promise<boolean> {
    const { status, body, cookie } = await patiently(() =>
      this.#product.openCheckout(this.#who, batch.cards, batch.batchId),
    );
    if (status === 200) {
      if (cookie && !this.#who.token) this.#who = { cookie };
      batch.batchId = body.batch_id;
      this.#batchIds.add(batch.batchId);
      batch.sessions.push(body.sessionId);
    } else if (status !== 409) this.problems.push(`a submit answers ${status} ${JSON.stringify(body)}`);
    return status === 200;
  }

  /** The page after paying never says what is not so. */
  async #confirm({ batchId }: Batch, session: string): Promise<void> {
    const { body } = await this.#product.post(
      apiPaths.processPaygPayment,
      { session_id: session },
      this.#who,
    );
    const order = await orderOfBatch(this.#mortal.sql, batchId);
    if (body.success === true && !order?.paid_at)
      this.problems.push(`${batchId} is said to be paid, and is not`);
  }

  async #unlessRefused(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Error && /^Stripe/.test(error.constructor.name))) throw error;
    }
  }

  /** The reservations of an hour ago have run out, and what the job does once an hour is due. */
  async #passAnHour(): Promise<void> {
    const ids = await this.#orderIds();
    await this.#mortal.sql`update public.job_progress set finished_at = finished_at - interval '1 hour',
      looked_until = looked_until - interval '1 hour'`;
    await this.#mortal
      .sql`update public.grading_orders set reservation_expires_at = now() - interval '1 minute'
      where id = any(${ids}) and reservation_expires_at is not null`;
    await this.#proposals.passAnHour(ids);
  }

  /** One in eight, as it takes a second. */
  async #killSometimes(turn: number): Promise<void> {
    if (turn % 8) return;
    await this.#mortal.kill();
    await this.#mortal.start();
  }

  async #orderIds(): Promise<string[]> {
    const rows = await this.#mortal.sql<{ id: string }[]>`
      select id from public.grading_orders where batch_id = any(${[...this.#batchIds]})`;
    return rows.map(({ id }) => id);
  }

  /** What the payment service has taken for these orders, and given back. */
  async #taken(): Promise<TakenPayment[]> {
    const taken: TakenPayment[] = [];
    const ofBatches = this.#batches.flatMap(({ sessions }) => sessions);
    for (const session of new Set([...ofBatches, ...this.#proposals.sessions])) {
      const page = await stripeOf(this.#product).checkout.sessions.retrieve(session, {
        expand: ["payment_intent.latest_charge"],
      });
      const payment = page.payment_intent;
      if (page.payment_status !== "paid" || typeof payment !== "object" || !payment) continue;
      const charge = payment.latest_charge;
      const { order_id: order, adjustment_id: adjustment } = page.metadata ?? {};
      taken.push({
        ...(adjustment ? { adjustment, order: await this.#orderOf(adjustment) } : { order: order ?? "" }),
        session,
        payment: payment.id,
        cents: page.amount_total ?? 0,
        refundedCents: typeof charge === "object" ? (charge?.amount_refunded ?? 0) : 0,
      });
    }
    return taken;
  }

  async #orderOf(adjustment: string): Promise<string> {
    const [row] = await this.#mortal.sql<{ order_id: string }[]>`
      select order_id from public.order_adjustments where id = ${adjustment}`;
    return row?.order_id ?? "";
  }
}
