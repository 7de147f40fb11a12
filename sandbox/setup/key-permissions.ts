/**
 * Permissions that the restricted Stripe key needs, by resource as Stripe names them (rak_{resource}_{read|write}).
 * Write access includes read access. Refunds belong to charges.
 */
export const neededPermissions = {
  charge: "write",
  checkout_session: "write",
  customer: "write",
  customer_portal: "write",
  dispute: "read",
  event: "read",
  invoice: "read",
  payment_intent: "read",
  subscription: "read",
} as const satisfies Record<string, "read" | "write">;
