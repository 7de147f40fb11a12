/** Every address of the product, for pages, handlers, mails and tests. */
export const paths = {
  home: "/",
  login: "/login",
  signup: "/signup",
  pricing: "/pricing",
  success: "/success",
  submit: "/submit",
  submitPayg: "/submit?mode=payg",
  submitFree: "/submit?plan=free",
  /** The free plan for who is not signed in: letter by letter as the specification has it. */
  loginFree: "/login?next=/submit&plan=free",
  confirmation: "/submission-confirmation",
  dashboard: "/dashboard",
  profile: "/portal/profile",
  admin: "/admin",
  /** One order for staff, whole. */
  adminOrder: (id: string) => `/admin/order/${id}`,
  adminUserProfile: "/admin/user-profile",
  adminReceive: "/admin/receive",
  adminReconcile: "/admin/reconcile",
  adminPeople: "/admin/people",
  api: {
    login: "/api/auth/login",
    signup: "/api/auth/signup",
    signOut: "/api/auth/sign-out",
    confirmEmail: "/api/auth/confirm",
    plans: "/api/plans",
    createSubscriptionSession: "/api/createCheckoutSession",
    createPortalSession: "/api/create-portal-session",
    processSuccess: "/api/processSuccess",
    profile: "/api/profile",
    createCheckoutSession: "/api/create-checkout-session",
    processPaygPayment: "/api/process-payg-payment",
    processSubmissionPayment: "/api/process-submission-payment",
    sendSubmissionEmail: "/api/sendSubmissionEmail",
    linkGuestOrders: "/api/link-guest-orders",
    adminOrder: (id: string) => `/api/admin/orders/${id}`,
    adminRefund: (id: string) => `/api/admin/orders/${id}/refunds`,
    adminArrival: (id: string) => `/api/admin/orders/${id}/arrival`,
    adminCheckIn: (id: string) => `/api/admin/orders/${id}/check-in`,
    adminPackages: "/api/admin/packages",
    adminMatchPackage: "/api/admin/packages/match",
    adminResolveException: "/api/admin/exceptions/resolve",
    adminRetryMail: "/api/admin/mails/retry",
    adminMembers: "/api/admin/members",
    adminUserProfile: "/api/admin/user-profile",
    stripeWebhook: "/api/webhooks/stripe",
    cronReconcile: "/api/cron/reconcile",
    cronOutbox: "/api/cron/outbox",
  },
} as const;

/** A path with query values; undefined ones are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}
