import type Stripe from "stripe";
import type { Sandbox } from "../sandbox.ts";
import type { DebitOutcome } from "../test-banks.ts";
import type { EnteredMethod } from "./payment-methods.ts";

const SETTLE_AFTER_SECONDS = 30;

/** What the buyer entered on the hosted page, already checked. */
export interface Payment {
  email: string;
  name: string;
  /** ISO 3166 code of the billing country; empty for a bank account. */
  country: string;
  method: EnteredMethod;
  shipping: { name: string; address: Stripe.Address } | null;
  /** Names the form that was sent: the same form sent twice pays once. */
  form: string;
}

/** The address of someone of whom only the country is known. */
export function billingAddress(country: string): Stripe.Address {
  return {
    city: null,
    country: country || null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  };
}

/**
 * Completes a session that already names its payment or subscription, and tells about it.
 * @param debit how a delayed payment will end, null for one that is made
 */
export function completeSession(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  payment: Payment,
  debit: DebitOutcome | null,
): Stripe.Checkout.Session {
  const completed: Stripe.Checkout.Session = {
    ...session,
    collected_information: payment.shipping && {
      business_name: null,
      individual_name: null,
      shipping_details: payment.shipping,
    },
    customer_details: {
      address: billingAddress(payment.country),
      business_name: null,
      email: payment.email,
      individual_name: null,
      name: payment.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_status: debit ? "unpaid" : "paid",
    status: "complete",
    url: null,
  };
  const { store, scheduler, events, clock } = sandbox;
  store.update<"checkout.session">(completed);
  store.addNotes("checkout.session", session.id, {
    completedBy: payment.form,
    ...(debit ? { settlesAs: debit } : {}),
  });
  const wait = store.getMeta<number>("settle_after_seconds") ?? SETTLE_AFTER_SECONDS;
  scheduler.schedule(session.id, debit ? clock.now() + wait : null);
  events.emit("checkout.session.completed", completed);
  return completed;
}
