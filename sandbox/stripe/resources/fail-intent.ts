import type Stripe from "stripe";
import type { Sandbox } from "../sandbox.ts";
import type { CardOutcome } from "../test-cards.ts";
import { createCharge } from "./charges.ts";
import { advancePaymentIntent } from "./payment-intents.ts";

/** Records the failed charge of an intent, which then waits for another payment method. */
export function failIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: CardOutcome & { approved: false },
): void {
  const { code, declineCode, message } = outcome;
  const charge = createCharge(sandbox, intent, method, { status: "failed", code, declineCode, message });
  advancePaymentIntent(
    sandbox,
    {
      ...intent,
      latest_charge: charge.id,
      status: "requires_payment_method",
      last_payment_error: {
        type: "card_error",
        charge: charge.id,
        code,
        ...(declineCode === null ? {} : { decline_code: declineCode }),
        doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`,
        message,
        payment_method: method,
      },
    },
    "payment_intent.payment_failed",
  );
}
