/** Holds every address of the product, for pages, handlers, mails and tests. Nobody else writes one. */
export const paths = {
  home: "/",
  login: "/login",
  signup: "/signup",
  testAuth: "/test-auth",
  pricing: "/pricing",
  success: "/success",
  submit: "/submit",
  submitPayg: "/submit?mode=payg",
  submitFree: "/submit?plan=free",
  /** The way to the free plan for people who are not signed in, letter by letter as the specification has it. */
  loginFree: "/login?next=/submit&plan=free",
  confirmation: "/submission-confirmation",
  dashboard: "/dashboard",
  profile: "/portal/profile",
  sitemap: "/sitemap.xml",
  shareImage: "/opengraph-image",
  /** This and the next two are files of public/. */
  icon: "/icon.svg",
  touchIcon: "/apple-touch-icon.png",
  securityContact: "/.well-known/security.txt",
  /** The address label of a batch, to print; `id` is the order's. */
  label: (id: string) => `/orders/${id}/label`,
  /** The packing slip of a batch, to print. */
  slip: (id: string) => `/orders/${id}/slip`,
  /** The page that tells whoever holds a tracking token where the batch is. */
  track: (token: string) => `/track/${token}`,
  /** The dashboard with the timeline of one batch open. */
  batch: (batchId: string) => `/dashboard?${new URLSearchParams({ batch: batchId })}`,
  admin: "/admin",
  /** The page with everything about one order, for staff. */
  adminOrder: (id: string) => `/admin/order/${id}`,
  adminUserProfile: "/admin/user-profile",
  adminReceive: "/admin/receive",
  adminReconcile: "/admin/reconcile",
  adminPeople: "/admin/people",
  api: {
    trackingLink: (id: string) => `/api/orders/${id}/tracking-link`,
    login: "/api/auth/login",
    signup: "/api/auth/signup",
    signOut: "/api/auth/sign-out",
    confirmEmail: "/api/auth/confirm",
    recover: "/api/auth/recover",
    resend: "/api/auth/resend",
    resetPassword: "/api/auth/reset",
    changePassword: "/api/auth/password",
    changeEmail: "/api/auth/email",
    secondFactor: "/api/auth/second-factor",
    authenticator: "/api/auth/authenticator",
    authenticatorConfirm: "/api/auth/authenticator/confirm",
    authenticatorRemove: "/api/auth/authenticator/remove",
    identities: "/api/auth/identities",
    identityRemove: "/api/auth/identities/remove",
    oauth: "/api/auth/oauth",
    authCallback: "/api/auth/callback",
    testAuth: "/api/auth/test",
    plans: "/api/plans",
    membership: "/api/membership",
    membershipCheckout: "/api/createCheckoutSession",
    createPortalSession: "/api/create-portal-session",
    processSuccess: "/api/processSuccess",
    profile: "/api/profile",
    orderCheckout: "/api/create-checkout-session",
    processPaygPayment: "/api/process-payg-payment",
    processSubmissionPayment: "/api/process-submission-payment",
    sendSubmissionEmail: "/api/sendSubmissionEmail",
    linkGuestOrders: "/api/link-guest-orders",
    adminBulk: "/api/admin/orders/bulk",
    adminExport: "/api/admin/orders/export",
    adminOrder: (id: string) => `/api/admin/orders/${id}`,
    adminRefund: (id: string) => `/api/admin/orders/${id}/refunds`,
    adminSync: (id: string) => `/api/admin/orders/${id}/sync`,
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

/** Adds query values to a path that has none yet; undefined ones are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** Answers the path of the page that confirms a payment, with the query that Stripe's page leads back with. */
export function confirmationPath(payment: { sessionId: string; batchId: string; isPayg: boolean }): string {
  const { sessionId, batchId, isPayg } = payment;
  const mode = isPayg ? "payg" : undefined;
  return withQuery(paths.confirmation, { batch_id: batchId, mode, session_id: sessionId });
}
