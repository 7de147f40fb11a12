import type { MembershipPlan } from "../../lib/base/plans.ts";
import type { Person } from "./person.ts";
import { type Answer, eventually, type Product, stripeOf } from "./product.ts";
import { type MembershipRow, membershipsOf } from "./rows.ts";
import type { Sql } from "./test-database.ts";

/** Returns the sandbox's price of a plan. */
export const priceOf = (plan: MembershipPlan) => `price_sandbox_${plan}`;

/** Reads the payment session out of the hosted page's address; empty when there is none. */
export const sessionOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? "";

/** People who become members through the product and its payment sandbox, and what the database says of them. */
export class Members {
  readonly product: Product;
  readonly #sql: Sql;

  constructor(product: Product, sql: Sql) {
    this.product = product;
    this.#sql = sql;
  }

  /** Opens the payment page of a plan, as the pricing page does. */
  subscribe(person: { token?: string }, price: string, fields: object = {}): Promise<Answer> {
    return this.product.post("/api/createCheckoutSession", { price_id: price, ...fields }, person);
  }

  /** Creates a new account pay for a plan and waits for the webhook's word; `card` pays instead of the usual one. */
  async joinAsMember(plan: MembershipPlan, card?: string): Promise<Person & { session: string }> {
    const person = await this.product.person();
    const { body } = await this.subscribe(person, priceOf(plan));
    const session = sessionOf(body.url);
    await this.product.pay(session, card ? { card_number: card } : {});
    await this.until(person, (row) => row?.status === "active");
    return { ...person, session };
  }

  /** Reads everything stored about a person's memberships, oldest first. */
  async rowsOf({ userId }: { userId: string }): Promise<MembershipRow[]> {
    return membershipsOf(this.#sql, userId);
  }

  /** Reads the one membership of a person; throws when there is none or more than one. */
  async rowOf(person: { userId: string }): Promise<MembershipRow> {
    const [row, ...others] = await this.rowsOf(person);
    if (!row || others.length > 0) throw new Error("not one membership");
    return row;
  }

  /** Waits until the person's first membership passes `isDone`; undefined stands for none. */
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
        item?.price.id === priceOf(now.plan_type as MembershipPlan),
    );
  }

  /** Asks the payment service for the person's payment pages which can still be paid. */
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
}
