import { randomUUID } from "node:crypto";
import { aUser, call, type Sql, serverClient } from "./test-database";

/** One subscription as sync_membership takes it. */
export type Listed = {
  id: string;
  status: string;
  plan_type: string | null;
  price_id: string;
  current_period_start: string;
  current_period_end: string;
  cancel_at_period_end: boolean;
  created_at: string;
};

export type Synced = {
  outcome: "written" | "stale" | "unknown_customer";
  user_id: string | null;
  subscription: (Listed & { plan_type: string; stripe_subscription_id: string }) | null;
};

export type StoredMembership = {
  stripe_subscription_id: string;
  plan_type: string;
  status: string;
  cancel_at_period_end: boolean;
  current_period_end: Date;
};

/** An active pro subscription that ends in a month, unless said otherwise. */
export const aSubscription = (changes: Partial<Listed> = {}): Listed => ({
  id: `sub_${randomUUID().replaceAll("-", "")}`,
  status: "active",
  plan_type: "pro",
  price_id: "price_pro",
  current_period_start: new Date(Date.now() - 3_600_000).toISOString(),
  current_period_end: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  cancel_at_period_end: false,
  created_at: "2026-01-01T00:00:00Z",
  ...changes,
});

/** Syncing and reading memberships in the tests of sync_membership. */
export function membershipDesk(sql: Sql) {
  const server = serverClient();
  const fence = () => call<number>(server, "next_read_fence");
  return {
    server,
    fence,

    /** A person with a customer record, who has never been synced. */
    async aCustomer(): Promise<{ id: string; customer: string }> {
      const { id } = await aUser(sql);
      const customer = `cus_${randomUUID().replaceAll("-", "")}`;
      await call(server, "ensure_stripe_customer", { p_user_id: id, p_stripe_customer_id: customer });
      return { id, customer };
    },

    sync: async (customer: string, subscriptions: Listed[], at?: number, now?: string) =>
      call<Synced>(server, "sync_membership", {
        p_stripe_customer_id: customer,
        p_fence: at ?? (await fence()),
        p_subscriptions: subscriptions,
        ...(now ? { p_now: now } : {}),
      }),

    stored: (userId: string) =>
      sql<
        StoredMembership[]
      >`select stripe_subscription_id, plan_type, status, cancel_at_period_end, current_period_end
        from subscriptions where user_id = ${userId} order by created_at, stripe_subscription_id`,

    mailsAbout: async (subscription: string) =>
      (
        await sql<{ kind: string }[]>`select kind from outbox
          where payload ->> 'subscription_id' = ${subscription} order by kind`
      ).map(({ kind }) => kind),

    exceptionsOf: (subscription: string) =>
      sql<{ reason: string; detail: Record<string, string> }[]>`
        select reason, detail from payment_exceptions where stripe_session_id = ${subscription}`,
  };
}
