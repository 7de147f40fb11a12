import type Stripe from "stripe";
import type { CardOutcome, DebitOutcome } from "./test-methods.ts";

/** Decimals are strings in JSON. The SDK converts them. */
export type WirePrice = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string | null };
export type WirePlan = Omit<Stripe.Plan, "amount_decimal"> & { amount_decimal: string | null };
export type WireLineItem = Omit<Stripe.LineItem, "price"> & { price: WirePrice | null };

export type WireSubscriptionItem = Omit<Stripe.SubscriptionItem, "price" | "plan"> & {
  price: WirePrice;
  plan: WirePlan;
};
export type WireSubscription = Omit<Stripe.Subscription, "items"> & {
  items: Stripe.ApiList<WireSubscriptionItem>;
};
type WirePricing = Omit<Stripe.InvoiceLineItem.Pricing, "unit_amount_decimal"> & {
  unit_amount_decimal: string | null;
};
export type WireInvoiceLine = Omit<Stripe.InvoiceLineItem, "pricing" | "quantity_decimal"> & {
  pricing: WirePricing | null;
  quantity_decimal: string | null;
};
export type WireInvoice = Omit<Stripe.Invoice, "lines"> & { lines: Stripe.ApiList<WireInvoiceLine> };

export interface ObjectTypes {
  "billing_portal.configuration": Stripe.BillingPortal.Configuration;
  "billing_portal.session": Stripe.BillingPortal.Session;
  "checkout.session": Stripe.Checkout.Session;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  invoice: WireInvoice;
  invoice_payment: Stripe.InvoicePayment;
  item: WireLineItem;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: WirePrice;
  product: Stripe.Product;
  refund: Stripe.Refund;
  subscription: WireSubscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  webhook_endpoint: Stripe.WebhookEndpoint;
}

export type ObjectName = keyof ObjectTypes;

/** Data that Stripe's API doesn't expose. */
interface ObjectNotes {
  "checkout.session": {
    lineItems: string[];
    paymentIntentData: {
      description?: string | undefined;
      metadata?: Record<string, string> | undefined;
      receipt_email?: string | undefined;
      statement_descriptor_suffix?: string | undefined;
    };
    subscriptionData?: {
      description?: string | undefined;
      metadata?: Record<string, string> | undefined;
    };
    /** The form that completed the session. A second submission of it (a double click) only redirects. */
    completedBy?: string;
    settlesAs?: DebitOutcome;
  };
  payment_method: {
    /** The bank's response to every charge after the first. Undefined means approved. */
    laterOutcome?: CardOutcome;
  };
}

export type NotesOf<N extends ObjectName> = N extends keyof ObjectNotes
  ? ObjectNotes[N]
  : Record<string, never>;
