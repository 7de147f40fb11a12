import { syncMembership } from "@/lib/membership/sync-membership";
import type { OwnPayments } from "./own-payments.ts";
import { addCustomer, subscribe } from "./subscriber.ts";
import type { Sql } from "./test-database.ts";

export async function aSyncedMember(sql: Sql, payments: OwnPayments, price: string, card?: string) {
  const { userId, customer } = await addCustomer(sql, payments);
  const id = await subscribe(payments, customer, price, card);
  const synced = async () => {
    await syncMembership(customer);
    const [row] = await sql`select plan_type, next_plan_type, status from public.subscriptions
      where stripe_subscription_id = ${id}`;
    return row;
  };
  await synced();
  return { id, userId, customer, synced };
}
