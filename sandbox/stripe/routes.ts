import type { ApiRoute } from "./api-route.ts";
import type { Expandable } from "./expand.ts";
import { CATALOG_ROUTES } from "./resources/catalog.ts";
import { CHARGE_EXPANDABLE, CHARGE_ROUTES } from "./resources/charges.ts";
import { SESSION_EXPANDABLE, SESSION_ROUTES } from "./resources/checkout-sessions.ts";
import { CUSTOMER_ROUTES } from "./resources/customers.ts";
import { DISPUTE_EXPANDABLE, DISPUTE_ROUTES } from "./resources/disputes.ts";
import { EVENT_ROUTES } from "./resources/events.ts";
import { INVOICE_EXPANDABLE, INVOICE_ROUTES } from "./resources/invoices.ts";
import { PAYMENT_INTENT_EXPANDABLE, PAYMENT_INTENT_ROUTES } from "./resources/payment-intents.ts";
import { PORTAL_CONFIGURATION_ROUTES } from "./resources/portal-configurations.ts";
import { PORTAL_ROUTES } from "./resources/portal-sessions.ts";
import { REFUND_EXPANDABLE, REFUND_ROUTES } from "./resources/refunds.ts";
import { SCHEDULE_ROUTES } from "./resources/subscription-schedules.ts";
import { SUBSCRIPTION_EXPANDABLE, SUBSCRIPTION_ROUTES } from "./resources/subscriptions.ts";
import { WEBHOOK_ENDPOINT_ROUTES } from "./resources/webhook-endpoints.ts";

/** All endpoints of the API; any other path answers Stripe's 404. */
export const ROUTES: readonly ApiRoute[] = [
  ...SESSION_ROUTES,
  ...PAYMENT_INTENT_ROUTES,
  ...CHARGE_ROUTES,
  ...CUSTOMER_ROUTES,
  ...CATALOG_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...INVOICE_ROUTES,
  ...PORTAL_CONFIGURATION_ROUTES,
  ...PORTAL_ROUTES,
  ...SCHEDULE_ROUTES,
  ...WEBHOOK_ENDPOINT_ROUTES,
  ...REFUND_ROUTES,
  ...DISPUTE_ROUTES,
  ...EVENT_ROUTES,
];

/** All fields that `expand[]` may name. */
export const EXPANDABLE: Expandable = {
  "checkout.session": SESSION_EXPANDABLE,
  payment_intent: PAYMENT_INTENT_EXPANDABLE,
  charge: CHARGE_EXPANDABLE,
  dispute: DISPUTE_EXPANDABLE,
  refund: REFUND_EXPANDABLE,
  invoice: INVOICE_EXPANDABLE,
  subscription: SUBSCRIPTION_EXPANDABLE,
  price: { product: "product" },
};
