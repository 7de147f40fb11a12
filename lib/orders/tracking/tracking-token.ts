import "server-only";
import { createHash, createHmac } from "node:crypto";
import { env } from "@/lib/base/env";

/**
 * The token of an order's tracking link: 32 bytes that only this server can derive, so that a mail and the owner's pages
 * can show the link although the database holds no more than its hash. Another generation gives another token.
 */
export function trackingToken(orderId: string, generation: number): string {
  return createHmac("sha256", env().COOKIE_SECRET)
    .update(`tracking:${orderId}:${generation}`)
    .digest("base64url");
}

/** What the database knows of a token: SHA-256, hex. */
export function trackingTokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The hash of the token that an order's link of this generation has. */
export function trackingHashOf(orderId: string, generation: number): string {
  return trackingTokenHash(trackingToken(orderId, generation));
}
