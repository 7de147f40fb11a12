import type postgres from "postgres";
import { type Answer, eventually, type Product } from "./product.ts";
import { stripeOf } from "./stripe.ts";

export type Person = { userId: string; email: string; token: string };
export type Plan = "starter" | "pro" | "elite";

export type MembershipRow = {
  plan_type: string;
  status: string;
  stripe_subscription_id: string;
  stripe_customer_id: string;
  cancel_at_period_end: boolean;
  current_period_start: Date;
  current_period_end: Date;
};

/** The sandbox's price of a plan. */
export const priceOf = (plan: Plan) => `price_sandbox_${plan}`;

/** The payment session that an address of the hosted page leads to. */
export const sessionOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? "";

/** People who become members through the product and its payment sandbox, and what the database says of them. */
export class Members {
  readonly product: Product;
  readonly #sql: postgres.Sql;

  constructor(product: Product, sql: postgres.Sql) {
    this.product = product;
    this.#sql = sql;
  }

  /** What a click on a plan does. */
  subscribe(person: { token?: string }, price: string, fields: object = {}): Promise<Answer> {
    return this.product.post("/api/createCheckoutSession", { price_id: price, ...fields }, person);
  }

  /** A new person who has paid for a plan, once the webhook has said so; `card` pays instead of the usual one. */
  async aMember(plan: Plan, card?: string): Promise<Person & { session: string }> {
    const person = await this.product.person();
    const { body } = await this.subscribe(person, priceOf(plan));
    const session = sessionOf(body.url);
    await this.product.pay(session, card ? { card_number: card } : {});
    await this.until(person, (row) => row?.status === "active");
    return { ...person, session };
  }

  /** Everything stored about a person's memberships, oldest first. */
  async rowsOf({ userId }: { userId: string }): Promise<MembershipRow[]> {
    return this.#sql<MembershipRow[]>`
      select plan_type, status, stripe_subscription_id, stripe_customer_id, cancel_at_period_end,
        current_period_start, current_period_end
      from public.subscriptions where user_id = ${userId} order by created_at, stripe_subscription_id`;
  }

  /** The one membership of a person. */
  async rowOf(person: { userId: string }): Promise<MembershipRow> {
    const [row, ...others] = await this.rowsOf(person);
    if (!row || others.length > 0) throw new Error("not one membership");
    return row;
  }

  /** Waits until the person's first membership is so. */
  async until(
    person: { userId: string },
    isDone: (row: MembershipRow | undefined) => boolean,
  ): Promise<MembershipRow | undefined> {
    return eventually(async () => (await this.rowsOf(person))[0], isDone);
  }

  /** Waits until the database says what the payment service says of the person's latest membership. */
  async inStep(person: { userId: string }): Promise<MembershipRow> {
    const row = (await this.rowsOf(person)).at(-1);
    if (!row) throw new Error("no membership");
    const truth = await stripeOf(this.product).subscriptions.retrieve(row.stripe_subscription_id);
    const [item] = truth.items.data;
    return eventually(
      async () =>
        (await this.rowsOf(person)).find(
          (now) => now.stripe_subscription_id === row.stripe_subscription_id,
        ) ?? row,
      (now) =>
        now.status === truth.status &&
        now.current_period_end.getTime() === Number(item?.current_period_end) * 1000 &&
        now.cancel_at_period_end === (truth.cancel_at_period_end || truth.cancel_at !== null) &&
        item?.price.id === priceOf(now.plan_type as Plan),
    );
  }

  /** The person's payment pages that can still be paid. */
  async openPagesOf(userId: string) {
    const [row] = await this.#sql<{ stripe_customer_id: string }[]>`
      select stripe_customer_id from public.stripe_customers where user_id = ${userId}`;
    if (!row) return [];
    const { data } = await stripeOf(this.product).checkout.sessions.list({
      customer: row.stripe_customer_id,
      status: "open",
      limit: 100,
    });
    return data;
  }

  /** Kinds of mail written to the outbox about a subscription. */
  async mailsAbout(subscription: string): Promise<string[]> {
    const rows = await this.#sql<{ kind: string }[]>`select kind from public.outbox
      where payload ->> 'subscription_id' = ${subscription} order by kind`;
    return rows.map(({ kind }) => kind);
  }
}
