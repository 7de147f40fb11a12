import type Stripe from "stripe";
import type { DebitOutcome } from "./test-banks.ts";

/** On the wire a decimal is a string; the SDK's type is what it makes of it. */
export type WirePrice = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string | null };
export type WireLineItem = Omit<Stripe.LineItem, "price"> & { price: WirePrice | null };

/** What the store keeps, by the object's own `object` name. */
export interface ObjectTypes {
  "checkout.session": Stripe.Checkout.Session;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  event: Stripe.EventBase;
  item: WireLineItem;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: WirePrice;
  product: Stripe.Product;
}

export type ObjectName = keyof ObjectTypes;

/** Facts about an object that Stripe's API does not show. */
interface ObjectNotes {
  "checkout.session": {
    lineItems: string[];
    paymentIntentData: {
      description?: string | undefined;
      metadata?: Record<string, string> | undefined;
      receipt_email?: string | undefined;
      statement_descriptor_suffix?: string | undefined;
    };
    /** The form that completed the session: sent again by a double click, it only redirects. */
    completedBy?: string;
    /** How the delayed payment of this session will end. */
    settlesAs?: DebitOutcome;
  };
}

export type NotesOf<N extends ObjectName> = N extends keyof ObjectNotes
  ? ObjectNotes[N]
  : Record<string, never>;
