/**
 * What the restricted key of the payment service must be allowed, by resource as its permissions name them
 * (rak_{resource}_{read|write}); writing includes reading. Refunds belong to charges.
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
