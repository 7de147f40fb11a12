import { apiPaths } from "@/lib/base/api-paths";
import { isMembershipPlan, type MembershipPlan, membershipPriceNames } from "@/lib/base/plans";
import { type JsonAnswer, postJson } from "@/lib/http/post-json";

/** What the pricing page says when no payment page opens, as the specification's error catalog words it. */
export const checkoutMessages = {
  failed: "Failed to start checkout. Please try again.",
  noUrl: "No checkout URL returned",
  invalidPlan: "Invalid plan selected. Please try again.",
} as const;

/**
 * Reads the plan that the address of the pricing page names: a membership, "unknown" for a word that is no plan, and
 * null for none and for the free plan, neither of which starts a payment.
 */
export function wantedPlan(search: string): MembershipPlan | "unknown" | null {
  const plan = new URLSearchParams(search).get("plan");
  if (!plan || plan === "free") return null;
  return isMembershipPlan(plan) ? plan : "unknown";
}

/**
 * Where the payment page is, or what to tell the person; with `needsLogin` the session has ended, and logging in
 * helps.
 */
export type CheckoutStart = { url: string } | { failure: string; needsLogin: boolean };

/** Judges the answer of POST /api/createCheckoutSession: the server's own words where it has some, else ours. */
export function checkoutStart(answer: JsonAnswer<{ url?: unknown } | null>): CheckoutStart {
  if (!answer.ok) {
    const isWordless = answer.code === "unexpected" || answer.code === "no_answer";
    const failure = isWordless ? checkoutMessages.failed : answer.error;
    return { failure, needsLogin: answer.code === "sign_in_required" };
  }
  const url = answer.data?.url;
  if (typeof url === "string" && /^https?:\/\//.test(url)) return { url };
  return { failure: checkoutMessages.noUrl, needsLogin: false };
}

/**
 * Asks the server, from the browser, for the payment page of a membership, which for a member is the portal. Never
 * rejects.
 */
export async function startMembership(plan: MembershipPlan): Promise<CheckoutStart> {
  const wanted = { price_id: membershipPriceNames[plan] };
  return checkoutStart(await postJson(apiPaths.membershipCheckout, wanted));
}
