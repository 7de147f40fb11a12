import type { Payer } from "@/lib/orders/checkout/open-checkout";
import type { CheckoutRequest } from "@/lib/orders/schema";
import { aBatchId, aGuestKey } from "./ids.ts";

/** Somebody without an account, as openCheckout gets to know them: a new one at each call. */
export const aGuestPayer = (): Payer => ({
  userId: null,
  email: null,
  guestKey: aGuestKey(),
  context: null,
});

/** What the submit form sends: two cards at $25 under a new batch id. */
export const aCheckoutRequest = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  num_cards: 2,
  total_amount: 50,
  batch_id: aBatchId(),
  ...changes,
});
