import { batchPaths } from "./batch-paths.ts";
import { HOME } from "./home-path.ts";

/** The only source of page URLs. Those of staff pages and endpoints are separate, to keep them out of scripts. */
export const paths = {
  ...batchPaths,
  home: HOME,
  login: "/login",
  findBatch: "/login?view=find",
  signup: "/signup",
  testAuth: "/test-auth",
  pricing: "/pricing",
  terms: "/terms",
  privacy: "/privacy",
  refunds: "/refunds",
  insurance: "/insurance",
  success: "/success",
  submit: "/submit",
  submitPayg: "/submit?mode=payg",
  submitFree: "/submit?plan=free",
  /** The free plan's link for visitors, exactly as specified. */
  loginFree: "/login?next=/submit&plan=free",
  confirmation: "/submission-confirmation",
  profile: "/portal/profile",
  sitemap: "/sitemap.xml",
  speculationRules: "/speculation-rules.json",
  shareImage: "/opengraph-image",
  /** Files in public/, like the next four. */
  slabs: "/slabs.svg",
  sampleCodes: "/sample-codes.svg",
  icon: "/icon.svg",
  touchIcon: "/apple-touch-icon.png",
  securityContact: "/.well-known/security.txt",
  receipt: (id: string) => `/orders/${id}/receipt`,
  track: (token: string) => `/track/${token}`,
  trackSample: "/track/sample",
  unclaim: "/unclaim",
  notMe: "/not-me",
  mail: (token: string) => `/mail/${token}`,
  batch: (batchId: string) => `/dashboard?${new URLSearchParams({ batch: batchId })}`,
} as const;

/** Query key set when someone leaves the payment page without paying. */
export const LEFT = "left";

export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** Returns the signup path for a guest who paid for `cards`. The dashboard then shows the batch or offers to claim it. */
export function signupAfterPaying(cards: number, claim?: string): string {
  return withQuery(paths.signup, {
    plan: "free",
    next: withQuery(paths.dashboard, { claim }),
    cards: String(cards),
  });
}

/** Returns the confirmation page's path, with the same query as Stripe's redirect. */
export function confirmationPath(payment: { sessionId: string; batchId: string; isPayg: boolean }): string {
  const { sessionId, batchId, isPayg } = payment;
  const mode = isPayg ? "payg" : undefined;
  return withQuery(paths.confirmation, { batch_id: batchId, mode, session_id: sessionId });
}
