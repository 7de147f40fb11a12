import "server-only";
import { readLink, signLink } from "@/lib/base/signing";
import { CLAIM_LINK_DAYS } from "@/lib/orders/claims/claim-offer";

/** Identifies the order of a claim link, and how often it had moved between accounts when the link was made. */
export type Claim = { orderId: string; timesLinked: number };

/** Signs the link that adds a guest's order to the account that redeems it. It works once. */
export function signClaimLink({ orderId, timesLinked }: Claim, now?: number): string {
  return signLink("claim", [orderId, String(timesLinked)], CLAIM_LINK_DAYS, now);
}

/** Returns what a claim link is for, or null if it isn't ours or has expired. */
export function readClaimLink(link: string | undefined, now?: number): Claim | null {
  const [orderId, timesLinked] = (link && readLink("claim", link, now)) || [];
  return orderId && timesLinked ? { orderId, timesLinked: Number(timesLinked) } : null;
}

/** Signs the link by which the owner of the order's email address takes it out of that account again. */
export function signUnclaimLink({ orderId, timesLinked }: Claim, userId: string, now?: number): string {
  return signLink("unclaim", [orderId, String(timesLinked), userId], CLAIM_LINK_DAYS, now);
}

/** Returns the claim and account of an unclaim link, or null if it isn't ours or has expired. */
export function readUnclaimLink(link: string | undefined, now?: number): (Claim & { userId: string }) | null {
  const [orderId, timesLinked, userId] = (link && readLink("unclaim", link, now)) || [];
  return orderId && timesLinked && userId ? { orderId, timesLinked: Number(timesLinked), userId } : null;
}
