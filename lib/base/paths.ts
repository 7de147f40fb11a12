import { batchPaths } from "./batch-paths.ts";
import { HOME } from "./home-path.ts";

/**
 * Holds every address of a page but the staff's, for pages, handlers, mails and tests. Nobody else writes one. Those of
 * staff are in staff-paths.ts and the endpoints in api-paths.ts, which a page that needs none does not load.
 */
export const paths = {
  ...batchPaths,
  home: HOME,
  login: "/login",
  /** Mails a lost tracking link again. */
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
  /** The way to the free plan for people who are not signed in, letter by letter as the specification has it. */
  loginFree: "/login?next=/submit&plan=free",
  confirmation: "/submission-confirmation",
  profile: "/portal/profile",
  sitemap: "/sitemap.xml",
  /** Tells browsers which pages they may load ahead. */
  speculationRules: "/speculation-rules.json",
  shareImage: "/opengraph-image",
  /** This and the next four are files of public/. */
  slabs: "/slabs.svg",
  sampleCodes: "/sample-codes.svg",
  icon: "/icon.svg",
  touchIcon: "/apple-touch-icon.png",
  securityContact: "/.well-known/security.txt",
  /** What we say to have taken in of a batch, to print. */
  receipt: (id: string) => `/orders/${id}/receipt`,
  /** The page that tells whoever holds a tracking token where the batch is. */
  track: (token: string) => `/track/${token}`,
  /** The same page with a made-up batch, for visitors. */
  trackSample: "/track/sample",
  /** Takes a batch out of the account that claimed it. */
  unclaim: "/unclaim",
  /** Reports a change of a return address that its owner didn't make. */
  notMe: "/not-me",
  /** The page on which whoever gets mails chooses which; its token is of their address. */
  mail: (token: string) => `/mail/${token}`,
  /** The dashboard with the timeline of one batch open. */
  batch: (batchId: string) => `/dashboard?${new URLSearchParams({ batch: batchId })}`,
} as const;

/** Marks, in the address of a page that the payment page leads back to, that it was left without paying. */
export const LEFT = "left";

/** Adds query values to a path that has none yet; undefined ones are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Returns where a guest who has paid creates an account: without the choice of a plan, and then on to the dashboard, which
 * offers to add the batch of the claim link.
 */
export function signupAfterPaying(claim?: string): string {
  return withQuery(paths.signup, { plan: "free", next: withQuery(paths.dashboard, { claim }) });
}
