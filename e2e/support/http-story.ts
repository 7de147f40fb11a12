import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { brokenInvariants, type TakenPayment } from "../../sandbox/builders/broken-invariants.ts";
import type { Person } from "../../sandbox/builders/person.ts";
import { patiently, type SignedIn, stripeOf } from "../../sandbox/builders/product.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import type { MortalProduct } from "./mortal-product.ts";

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
] as const;
export type StoryStep = { step: (typeof STEPS)[number]; turn: number };

type Batch = { batchId: string; cards: number; sessions: string[] };

/** One customer's batches at the running product, told step by step over HTTP, with what must hold in the end. */
export class HttpStory {
  readonly problems: string[] = [];
  readonly #mortal: MortalProduct;
  readonly #person: Person;
  readonly #staff: SignedIn;
  readonly #batches: Batch[] = [];

  private constructor(mortal: MortalProduct, person: Person, staff: SignedIn) {
    this.#mortal = mortal;
    this.#person = person;
    this.#staff = staff;
  }

  static async begin(mortal: MortalProduct, staff: SignedIn): Promise<HttpStory> {
    return new HttpStory(mortal, await mortal.product.person(), staff);
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
    for (const { sessions } of this.#batches)
      for (const session of sessions) await this.#product.control(`/checkout/sessions/${session}/settle`, {});
    await this.#product.control("/deliveries/drain");
    for (let run = 0; run < 3; run++) {
      await this.#passAnHour();
      await this.#mortal.aMinuteLater();
    }
    const ids = await this.#orderIds();
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
            apiPaths.adminRefund(order.id),
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
            apiPaths.adminOrder(order.id),
            { version: order.version, changes: { payment_status: "paid" }, reason: "Cash" },
            this.#staff,
          );
    }
  }

  async #submit(batch: Batch): Promise<boolean> {
    const { token } = this.#person;
    const { status, body } = await patiently(() =>
      this.#product.openCheckout({ token }, batch.cards, batch.batchId),
    );
    if (status === 200) {
      batch.batchId = body.batch_id;
      batch.sessions.push(body.sessionId);
    } else if (status !== 409) this.problems.push(`a submit answers ${status} ${JSON.stringify(body)}`);
    return status === 200;
  }

  /** The page after paying never says what is not so. */
  async #confirm({ batchId }: Batch, session: string): Promise<void> {
    const { token } = this.#person;
    const { body } = await this.#product.post(
      apiPaths.processPaygPayment,
      { session_id: session },
      { token },
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
  }

  /** One in eight, as it takes a second. */
  async #killSometimes(turn: number): Promise<void> {
    if (turn % 8) return;
    await this.#mortal.kill();
    await this.#mortal.start();
  }

  async #orderIds(): Promise<string[]> {
    const rows = await this.#mortal.sql<{ id: string }[]>`
      select id from public.grading_orders where user_id = ${this.#person.userId}`;
    return rows.map(({ id }) => id);
  }

  /** What the payment service has taken for these orders, and given back. */
  async #taken(): Promise<TakenPayment[]> {
    const taken: TakenPayment[] = [];
    for (const session of new Set(this.#batches.flatMap(({ sessions }) => sessions))) {
      const page = await stripeOf(this.#product).checkout.sessions.retrieve(session, {
        expand: ["payment_intent.latest_charge"],
      });
      const payment = page.payment_intent;
      if (page.payment_status !== "paid" || typeof payment !== "object" || !payment) continue;
      const charge = payment.latest_charge;
      taken.push({
        order: page.metadata?.order_id ?? "",
        session,
        payment: payment.id,
        cents: page.amount_total ?? 0,
        refundedCents: typeof charge === "object" ? (charge?.amount_refunded ?? 0) : 0,
      });
    }
    return taken;
  }
}
