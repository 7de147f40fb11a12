import { createHash, randomBytes } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import {
  type Answer,
  type Caller,
  patiently,
  type SignedIn,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import { type AdministeredOrder, storedOrder } from "../../sandbox/builders/rows.ts";
import type { MortalProduct } from "./mortal-product.ts";

/** What can happen to a batch whose cards have come. */
export const PROPOSAL_STEPS = [
  "count",
  "uncount",
  "upcharge",
  "decide",
  "goToPay",
  "payCharge",
  "confirmCharge",
  "refundCharge",
  "deadline",
] as const;
export type ProposalStep = (typeof PROPOSAL_STEPS)[number];

type Row = {
  id: string;
  kind: "short" | "extra" | "upcharge";
  amount_cents: number;
  stripe_session_id: string | null;
  stripe_payment_intent_id: string | null;
  paid_cents: number | null;
};
const OPTIONS = { short: ["send_rest", "refund"], extra: ["return"], upcharge: ["dispute"] } as const;

/** What staff ask about the batches of one customer, and what the customer does about it, over HTTP. */
export class ProposalStory {
  readonly problems: string[] = [];
  /** All payment pages that proposals had. */
  readonly sessions = new Set<string>();
  readonly #mortal: MortalProduct;
  readonly #staff: SignedIn;
  readonly #acts = new Map<string, string[]>();
  readonly #tokens = new Map<string, string>();

  constructor(mortal: MortalProduct, staff: SignedIn) {
    this.#mortal = mortal;
    this.#staff = staff;
  }

  async tell(step: ProposalStep, turn: number, order: AdministeredOrder, who: Caller): Promise<void> {
    if (step === "count") return this.#count(order, turn);
    if (step === "uncount") return this.#uncount(order);
    if (step === "upcharge") return this.#upcharge(order);
    if (step === "deadline") return this.deadlines([order.id]);
    const rows = await this.#of(order.id);
    const row = rows[turn % Math.max(1, rows.length)];
    if (row) await this.#customer(step, turn, row, await this.#as(order.id, turn, who));
  }

  /** The time to decide is over for all that is open of these orders. */
  async deadlines(ids: string[]): Promise<void> {
    await this.#mortal.sql`update public.order_adjustments set deadline_at = now() - interval '1 minute',
      next_look_at = now() where order_id = any(${ids}) and next_look_at is not null`;
  }

  /** An hour passes: pages have run out, and what is looked at is due. */
  async passAnHour(ids: string[]): Promise<void> {
    await this.#mortal.sql`update public.order_adjustments set next_look_at = now(),
      reservation_expires_at = case when reservation_expires_at is not null then now() - interval '1 minute' end
      where order_id = any(${ids}) and next_look_at is not null`;
  }

  /** Every third time by the tracking link alone, as whoever has no account and another browser. */
  async #as(orderId: string, turn: number, who: Caller): Promise<{ who: Caller; proof: { token?: string } }> {
    if (turn % 3) return { who, proof: {} };
    const token = this.#tokens.get(orderId) ?? randomBytes(32).toString("base64url");
    this.#tokens.set(orderId, token);
    const hash = createHash("sha256").update(token).digest("hex");
    await this.#mortal.sql`update public.tracking_links set token_hash = ${hash} where order_id = ${orderId}`;
    return { who: {}, proof: { token } };
  }

  async #customer(
    step: ProposalStep,
    turn: number,
    row: Row,
    { who, proof }: { who: Caller; proof: { token?: string } },
  ): Promise<void> {
    const product = this.#mortal.product;
    const session = row.stripe_session_id ?? "";
    switch (step) {
      case "decide": {
        const options = OPTIONS[row.kind];
        const option = options[turn % options.length];
        const words = option === "dispute" ? { words: "It is not worth that" } : {};
        await this.#post(apiPaths.adjustmentDecide(row.id), { option, ...words, ...proof }, who);
        return;
      }
      case "goToPay": {
        if (row.kind === "short") return;
        const body = { amount_cents: row.amount_cents, ...proof };
        await this.#post(apiPaths.adjustmentPay(row.id), body, who);
        const [now] = await this.#mortal.sql<Row[]>`
          select * from public.order_adjustments where id = ${row.id}`;
        if (now?.stripe_session_id) this.sessions.add(now.stripe_session_id);
        return;
      }
      case "payCharge": {
        const ways: Record<string, string>[] = [
          {},
          {},
          { card_number: "4000000000000002" },
          { payment_method: "us_bank_account" },
        ];
        if (session) await product.pay(session, ways[turn % ways.length]);
        return;
      }
      case "confirmCharge": {
        const { body } = await this.#post(apiPaths.adjustmentConfirm(row.id), proof, who);
        const [now] = await this.#mortal.sql<Row[]>`
          select * from public.order_adjustments where id = ${row.id}`;
        if (body.status === "paid" && now?.paid_cents === null)
          this.problems.push(`proposal ${row.id} is said to be paid, and is not`);
        return;
      }
      case "refundCharge": {
        if (!row.stripe_payment_intent_id) return;
        const payment = await stripeOf(product).paymentIntents.retrieve(row.stripe_payment_intent_id, {
          expand: ["latest_charge"],
        });
        const charge = payment.latest_charge;
        if (typeof charge !== "object" || !charge) return;
        const left = charge.amount - charge.amount_refunded;
        const amount = turn % 2 ? left : Math.ceil(left / 2);
        if (amount > 0) await stripeOf(product).refunds.create({ payment_intent: payment.id, amount });
        return;
      }
    }
  }

  /** None, one less, all, one or two more; of one batch in another count each time. */
  async #count({ id, version, num_cards }: AdministeredOrder, turn: number): Promise<void> {
    const more = [-Number(num_cards), -1, 0, 1, 2][turn % 5] ?? 0;
    const count = Math.max(0, Number(num_cards) + more);
    const body = { version, count, condition: "ok", shelf: "", is_recount: true };
    const answer = await this.#post(staffApiPaths.checkIn(id), body, this.#staff);
    const act = answer.status === 200 ? answer.body.act_id : undefined;
    if (act) this.#acts.set(id, [...(this.#acts.get(id) ?? []), act]);
  }

  async #uncount({ id }: AdministeredOrder): Promise<void> {
    const act = this.#acts.get(id)?.pop();
    if (act) await this.#post(staffApiPaths.undo(act), { reason: "Miscounted" }, this.#staff);
  }

  /** Of what was counted, which the grader has by then. */
  async #upcharge({ id }: AdministeredOrder): Promise<void> {
    await this.#mortal.sql`update public.grading_orders set submission_status = 'shipped'
      where id = ${id} and submission_status in ('received', 'processing')`;
    const { version } = await storedOrder(this.#mortal.sql, id);
    const body = { version, qty: 1, unit_cents: 700, reason: "Worth more" };
    await this.#post(staffApiPaths.adjustments(id), body, this.#staff);
  }

  #of(orderId: string) {
    return this.#mortal.sql<Row[]>`
      select * from public.order_adjustments where order_id = ${orderId} order by created_at desc`;
  }

  /** A refusal is an answer, a fault is not. */
  async #post(path: string, body: unknown, who: Caller): Promise<Answer> {
    const answer = await patiently(() => this.#mortal.product.post(path, body, who));
    if (answer.status >= 500)
      this.problems.push(`${path} answers ${answer.status} ${JSON.stringify(answer.body)}`);
    if (answer.status === 400) this.problems.push(`${path} takes no ${JSON.stringify(body)}`);
    return answer;
  }
}
