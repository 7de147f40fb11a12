import type { SessionContext } from "@/lib/auth/session-context";
import type { Payer } from "@/lib/orders/checkout/open-checkout";
import type { CheckoutRequest } from "@/lib/orders/schema";
import { aBatchId, aGuestKey } from "./ids.ts";
import { addStaff, addSubscription, addUser } from "./rows.ts";
import type { Sql } from "./test-database.ts";

export const aGuestPayer = (): Payer => ({
  userId: null,
  email: null,
  guestKey: aGuestKey(),
  context: null,
});

export async function anAccountPayer(
  sql: Sql,
  facts: Partial<SessionContext> = {},
): Promise<Payer & { userId: string }> {
  const { id, email } = await addUser(sql);
  if (facts.staff_role) await addStaff(sql, id, facts.staff_role);
  if (facts.subscription) await addSubscription(sql, id, { plan_type: facts.subscription.plan_type });
  const nobody = { staff_role: null, profile_complete: true, subscription: null, renewing_customer: null };
  const context = { ...nobody, ...facts };
  return { userId: id, email, guestKey: null, context };
}

export const aCheckoutRequest = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  num_cards: 2,
  total_amount: 50,
  batch_id: aBatchId(),
  ...changes,
});
