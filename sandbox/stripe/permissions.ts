import { randomBytes } from "node:crypto";
import { StripeError } from "./errors.ts";
import type { Store } from "./store.ts";

export type Permission = "read" | "write";
export type Permissions = Record<string, Permission>;

/**
 * The resource of each endpoint, as in Stripe's permission names (rak_…_read, rak_…_write). Refunds belong to charges.
 * The longest matching path wins.
 */
const RESOURCES: [path: string, resource: string][] = [
  ["/v1/billing_portal/configurations", "customer_portal_configuration"],
  ["/v1/billing_portal", "customer_portal"],
  ["/v1/checkout/sessions", "checkout_session"],
  ["/v1/payment_intents", "payment_intent"],
  ["/v1/webhook_endpoints", "webhook"],
  ["/v1/subscription_schedules", "subscription"],
  ["/v1/subscriptions", "subscription"],
  ["/v1/customers", "customer"],
  ["/v1/invoices", "invoice"],
  ["/v1/products", "product"],
  ["/v1/disputes", "dispute"],
  ["/v1/charges", "charge"],
  ["/v1/refunds", "charge"],
  ["/v1/events", "event"],
  ["/v1/prices", "plan"],
];

export const PERMISSION_NAMES = new Set(RESOURCES.map(([, resource]) => resource));

const META = "restricted_keys";

export function addRestrictedKey(store: Store, permissions: Permissions): string {
  const key = `rk_test_${randomBytes(24).toString("hex")}`;
  store.setMeta(META, { ...restrictedKeys(store), [key]: permissions });
  return key;
}

export function restrictedKeys(store: Store): Record<string, Permissions> {
  return store.getMeta(META) ?? {};
}

const EXPANDED: Record<string, string> = {
  charge: "charge",
  customer: "customer",
  invoice: "invoice",
  latest_charge: "charge",
  latest_invoice: "invoice",
  payment_intent: "payment_intent",
  schedule: "subscription",
  subscription: "subscription",
};

/** Throws Stripe's 403 unless the permissions allow the call and every expanded object. */
export function requirePermission(
  permissions: Permissions,
  { method, path, expand }: { method: string; path: string; expand: readonly string[] },
): void {
  const own = RESOURCES.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
  requireOne(permissions, own, method === "GET" ? "read" : "write");
  for (const field of expand.flatMap((full) => full.split("."))) {
    requireOne(permissions, EXPANDED[field], "read");
  }
}

function requireOne(permissions: Permissions, resource: string | undefined, needed: Permission): void {
  const has = resource === undefined ? "write" : permissions[resource];
  if (has === "write" || has === needed) return;
  throw new StripeError(403, {
    type: "invalid_request_error",
    message:
      "The provided key 'rk_test_*********' does not have the required permissions for this endpoint on account " +
      `'acct_sandbox'. Having the 'rak_${resource}_${needed}' permission would allow this request to continue.`,
  });
}
