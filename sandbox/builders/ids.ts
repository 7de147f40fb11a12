import { createHash, randomInt, randomUUID } from "node:crypto";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const letters = (count: number) =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** Creates an address that nobody has used. */
export const anEmail = () => `person-${randomUUID()}@example.test`;

/** Creates a batch id as browsers propose it. */
export const aBatchId = () => `BATCH-${letters(9)}-${letters(4)}`;

/** Creates the id of a payment page of the payment service. */
export const aSessionId = () => `cs_test_${letters(24)}`;

/** Creates the id of a payment of the payment service. */
export const aPaymentIntentId = () => `pi_${letters(24)}`;

/** Creates a SHA-256 in hex, as the hash of a tracking link's token. */
export const aHash = () => createHash("sha256").update(randomUUID()).digest("hex");

/** Creates the hash of a guest's order cookie, which owns the guest's orders. */
export const aGuestKey = () => aHash();

/** Creates a word that only the rows of one test hold, so that a search for it finds these alone. */
export const uniqueToken = () => `m${randomUUID().replaceAll("-", "").slice(0, 12)}`;
