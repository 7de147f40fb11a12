import type { MembershipPlan } from "../../lib/base/plans.ts";
import type { Person } from "./person.ts";
import { type Answer, type Product, stripeOf, waitUntil } from "./product.ts";
import { type MembershipRow, membershipsOf } from "./rows.ts";
import type { Sql } from "./test-database.ts";

export const priceOf = (plan: MembershipPlan) => `price_sandbox_${plan}`;

export const sessionOf = (url: string) => /cs_test_\w+/.exec(url)?.[0] ?? "";

export class Members {
  readonly product: Product;
  readonly #sql: Sql;

  constructor(product: Product, sql: Sql) {
    this.product = product;
    this.#sql = sql;
  }

  subscribe(person: { token?: string }, price: string, fields: object = {}): Promise<Answer> {
    return this.product.post("/api/createCheckoutSession", { price_id: price, ...fields }, person);
  }

  async joinAsMember(plan: MembershipPlan, card?: string): Promise<Person & { session: string }> {
    const person = await this.product.person();
    const { body } = await this.subscribe(person, priceOf(plan));
    const session = sessionOf(body.url);
    await this.product.pay(session, card ? { card_number: card } : {});
    await this.until(person, (row) => row?.status === "active");
    return { ...person, session };
  }

  async listRows({ userId }: { userId: string }): Promise<MembershipRow[]> {
    return membershipsOf(this.#sql, userId);
  }

  async readRow(person: { userId: string }): Promise<MembershipRow> {
    const [row, ...others] = await this.listRows(person);
    if (!row || others.length > 0) throw new Error("not one membership");
    return row;
  }

  async until(
    person: { userId: string },
    isDone: (row: MembershipRow | undefined) => boolean,
  ): Promise<MembershipRow | undefined> {
    return waitUntil(async () => (await this.listRows(person))[0], isDone);
  }

  async inStep(person: { userId: string }): Promise<MembershipRow> {
    const row = (await this.listRows(person)).at(-1);
    if (!row) throw new Error("no membership");
    const truth = await stripeOf(this.product).subscriptions.retrieve(row.stripe_subscription_id);
    const [item] = truth.items.data;
    return waitUntil(
      async () =>
        (await this.listRows(person)).find(
          (now) => now.stripe_subscription_id === row.stripe_subscription_id,
        ) ?? row,
      (now) =>
        now.status === truth.status &&
        now.current_period_end.getTime() === Number(item?.current_period_end) * 1000 &&
        now.cancel_at_period_end === (truth.cancel_at_period_end || truth.cancel_at !== null) &&
        item?.price.id === priceOf(now.plan_type as MembershipPlan),
    );
  }

  async listOpenSessions(userId: string) {
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
