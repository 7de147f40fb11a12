import { apiPaths } from "@/lib/base/api-paths";
import { isMembershipPlan, type MembershipPlan, membershipPriceNames } from "@/lib/base/plans";
import { type JsonAnswer, postJson } from "@/lib/http/post-json";

/** Texts from the specification's error catalog. */
export const checkoutMessages = {
  failed: "Failed to start checkout. Please try again.",
  noUrl: "No checkout URL returned",
  invalidPlan: "Invalid plan selected. Please try again.",
} as const;

/**
 * Returns the plan in /pricing's query, "unknown" for an invalid value, or null if there is none or it's the free
 * plan.
 */
export function wantedPlan(search: string): MembershipPlan | "unknown" | null {
  const plan = new URLSearchParams(search).get("plan");
  if (!plan || plan === "free") return null;
  return isMembershipPlan(plan) ? plan : "unknown";
}

/** `needsLogin`: the session has ended. */
export type CheckoutStart = { url: string } | { failure: string; needsLogin: boolean };

/** Maps the response of POST /api/createCheckoutSession. A failure keeps the server's message if there is one. */
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

export async function startMembership(plan: MembershipPlan): Promise<CheckoutStart> {
  const wanted = { price_id: membershipPriceNames[plan] };
  return checkoutStart(await postJson(apiPaths.membershipCheckout, wanted));
}
