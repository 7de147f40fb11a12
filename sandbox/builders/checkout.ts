import type { SessionContext } from "@/lib/auth/session-context";
import type { Payer } from "@/lib/orders/checkout/open-checkout";
import type { CheckoutRequest } from "@/lib/orders/schema";
import { aBatchId, aGuestKey } from "./ids.ts";
import { addStaff, addSubscription, addUser } from "./rows.ts";
import type { Sql } from "./test-database.ts";

/** Somebody without an account, as openCheckout gets to know them: a new one at each call. */
export const aGuestPayer = (): Payer => ({
  userId: null,
  email: null,
  guestKey: aGuestKey(),
  context: null,
});

/** A new account as openCheckout gets to know it, with the role and the membership that it is said to have. */
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

/** What the submit form sends: two cards at $25 under a new batch id. */
export const aCheckoutRequest = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  num_cards: 2,
  total_amount: 50,
  batch_id: aBatchId(),
  ...changes,
});
