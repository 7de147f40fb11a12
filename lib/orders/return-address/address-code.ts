import "server-only";
import { createHash } from "node:crypto";
import { isSameText, readLink, sign, signLink } from "@/lib/base/signing";

const STEP_MS = 15 * 60_000;
const LINK_DAYS = 30;

/** Returns the 15-minute step of a moment (milliseconds since 1970). A code is good for its step and the next one. */
export const codeStep = (now: number = Date.now()) => Math.floor(now / STEP_MS);

/** Returns the six digits that prove someone reads an order's email: they follow from the order, the step and COOKIE_SECRET. */
export function addressCode(orderId: string, step: number): string {
  const digest = createHash("sha256")
    .update(sign("address-code", `${orderId}:${step}`))
    .digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, "0");
}

/** Returns whether a code is the one emailed for an order in this step or the last one. */
export function isAddressCode(orderId: string, code: string, now: number = Date.now()): boolean {
  const step = codeStep(now);
  return [step, step - 1].some((one) => isSameText(code, addressCode(orderId, one)));
}

/** Signs the "This wasn't me" link of an email about a changed return address. */
export function signDisputeLink(orderId: string, now?: number): string {
  return signLink("address-change", [orderId], LINK_DAYS, now);
}

/** Returns the order of such a link, or null if it isn't ours or has expired. */
export function readDisputeLink(link: string, now?: number): string | null {
  return readLink("address-change", link, now)?.[0] ?? null;
}
