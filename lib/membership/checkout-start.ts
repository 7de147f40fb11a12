import { paths } from "@/lib/base/paths";
import type { MembershipPlan } from "@/lib/base/plans";
import { isMembershipPlan } from "@/lib/base/plans";
import { messages } from "@/lib/base/words";
import { getJson, type JsonAnswer, postJson } from "@/lib/http/post-json";

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

type Prices = { plans?: { plan?: string; price_id?: string }[] } | null;

/** Opens the payment page of a membership: maps the plan to its price, then asks for the page. From the browser. */
export async function startMembership(plan: MembershipPlan): Promise<CheckoutStart> {
  const prices = await getJson<Prices>(paths.api.plans);
  if (!prices.ok)
    return checkoutStart({ ...prices, status: 0, code: "no_answer", error: messages.unexpected });
  const priceId = prices.data?.plans?.find((entry) => entry.plan === plan)?.price_id;
  if (!priceId) return { failure: checkoutMessages.invalidPlan, needsLogin: false };
  return checkoutStart(await postJson(paths.api.createSubscriptionSession, { price_id: priceId }));
}
