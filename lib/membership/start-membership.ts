import { paths } from "@/lib/base/paths";
import { isMembershipPlan, type MembershipPlan, membershipPriceNames } from "@/lib/base/plans";
import { type JsonAnswer, postJson } from "@/lib/http/post-json";

export const checkoutMessages = {
  failed: "Failed to start checkout. Please try again.",
  noUrl: "No checkout URL returned",
  invalidPlan: "Invalid plan selected. Please try again.",
} as const;

/** The plan that the address of the pricing page names: a membership, "unknown" for a word that is no plan, or none. */
export function wantedPlan(search: string): MembershipPlan | "unknown" | null {
  const plan = new URLSearchParams(search).get("plan");
  if (!plan || plan === "free") return null;
  return isMembershipPlan(plan) ? plan : "unknown";
}

/** Where the payment page is, or what to tell the person; `needsLogin` when the session has ended. */
export type CheckoutStart = { url: string } | { failure: string; needsLogin: boolean };

/** What the answer of POST /api/createCheckoutSession comes to. */
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

/** Opens the payment page of a membership, or for a member the portal. From the browser. */
export async function startMembership(plan: MembershipPlan): Promise<CheckoutStart> {
  const wanted = { price_id: membershipPriceNames[plan] };
  return checkoutStart(await postJson(paths.api.createSubscriptionSession, wanted));
}
