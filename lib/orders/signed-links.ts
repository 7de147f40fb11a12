import "server-only";
import { createHash } from "node:crypto";
import { isSameText, isSigned, readLink, sign, signLink } from "@/lib/base/signing";
import { EMAIL_LINK_DAYS } from "@/lib/orders/form-messages";

const DAY_SECONDS = 86_400;

/** Signs an email's link to label and packing slip as `{expiry in seconds}.{signature}`, valid for EMAIL_LINK_DAYS. */
export function signPrintLink(orderId: string, now: number = Date.now()): string {
  const expires = Math.floor(now / 1000) + EMAIL_LINK_DAYS * DAY_SECONDS;
  return `${expires}.${sign("print", `${orderId}:${expires}`)}`;
}

export function isValidPrintLink(orderId: string, signature: string, now: number = Date.now()): boolean {
  const [expires, given, ...rest] = signature.split(".");
  if (!expires || !given || rest.length > 0 || !/^\d{10}$/.test(expires)) return false;
  if (!isSigned("print", `${orderId}:${expires}`, given)) return false;
  return Number(expires) * 1000 > now;
}

/** The order of a claim link, and how many times it had moved between accounts when the link was created. */
export type Claim = { orderId: string; timesLinked: number };

/** Signs the link that adds a guest's order to the account that redeems it. The link works once. */
export function signClaimLink({ orderId, timesLinked }: Claim, now?: number): string {
  return signLink("claim", [orderId, String(timesLinked)], EMAIL_LINK_DAYS, now);
}

/** Returns the claim of a link. Null if it isn't ours or has expired. */
export function readClaimLink(link: string | undefined, now?: number): Claim | null {
  const [orderId, timesLinked] = (link && readLink("claim", link, now)) || [];
  return orderId && timesLinked ? { orderId, timesLinked: Number(timesLinked) } : null;
}

/** Signs the link with which the owner of the order's email address removes it from that account. */
export function signUnclaimLink({ orderId, timesLinked }: Claim, userId: string, now?: number): string {
  return signLink("unclaim", [orderId, String(timesLinked), userId], EMAIL_LINK_DAYS, now);
}

/** Returns the claim and account of an unclaim link. Null if it isn't ours or has expired. */
export function readUnclaimLink(link: string | undefined, now?: number): (Claim & { userId: string }) | null {
  const [orderId, timesLinked, userId] = (link && readLink("unclaim", link, now)) || [];
  return orderId && timesLinked && userId ? { orderId, timesLinked: Number(timesLinked), userId } : null;
}

const STEP_MS = 15 * 60_000;

/** Returns the 15-minute step that contains `now` (ms). A code is valid in its own step and the next one. */
export const codeStep = (now: number = Date.now()) => Math.floor(now / STEP_MS);

/** Returns the six-digit code that proves access to an order's email, derived from order, step and COOKIE_SECRET. */
export function addressCode(orderId: string, step: number): string {
  const digest = createHash("sha256")
    .update(sign("address-code", `${orderId}:${step}`))
    .digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, "0");
}

/** Returns whether a code is the one emailed for an order in this step or the previous one. */
export function isAddressCode(orderId: string, code: string, now: number = Date.now()): boolean {
  const step = codeStep(now);
  return [step, step - 1].some((one) => isSameText(code, addressCode(orderId, one)));
}

/** Signs the "This wasn't me" link of an email about a changed return address. */
export function signDisputeLink(orderId: string, now?: number): string {
  return signLink("address-change", [orderId], EMAIL_LINK_DAYS, now);
}

/** Returns the link's order. Null if the link isn't ours or has expired. */
export function readDisputeLink(link: string, now?: number): string | null {
  return readLink("address-change", link, now)?.[0] ?? null;
}
