import "server-only";
import { hashOf, sign } from "@/lib/base/signing";

/**
 * The token of an order's tracking link: 32 bytes that only this server can derive, so that a mail and the owner's pages
 * can show the link although the database holds no more than its hash. Another generation gives another token.
 */
export function trackingToken(orderId: string, generation: number): string {
  return sign("tracking", `${orderId}:${generation}`);
}

/** What the database knows of a token: SHA-256, hex. */
export function trackingTokenHash(token: string): string {
  return hashOf(token);
}

/** The hash of the token that an order's link of this generation has. */
export function trackingHashOf(orderId: string, generation: number): string {
  return trackingTokenHash(trackingToken(orderId, generation));
}
