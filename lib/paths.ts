/** Every address of the product, for pages, handlers, mails and tests. */
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
  /** The free plan for who is not signed in: letter by letter as the specification has it. */
  loginFree: "/login?next=/submit&plan=free",
  confirmation: "/submission-confirmation",
  dashboard: "/dashboard",
  profile: "/portal/profile",
  api: {
    login: "/api/auth/login",
    signup: "/api/auth/signup",
    signOut: "/api/auth/sign-out",
    confirmEmail: "/api/auth/confirm",
    recover: "/api/auth/recover",
    resend: "/api/auth/resend",
    resetPassword: "/api/auth/reset",
    secondFactor: "/api/auth/second-factor",
    oauth: "/api/auth/oauth",
    authCallback: "/api/auth/callback",
    testAuth: "/api/auth/test",
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
