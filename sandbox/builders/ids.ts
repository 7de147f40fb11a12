import { createHash, randomInt, randomUUID } from "node:crypto";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const letters = (count: number) =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");

export const anEmail = () => `person-${randomUUID()}@example.test`;

export const aBatchId = () => `BATCH-${letters(9)}-${letters(4)}`;

export const aSessionId = () => `cs_test_${letters(24)}`;

export const aPaymentIntentId = () => `pi_${letters(24)}`;

export const aHash = () => createHash("sha256").update(randomUUID()).digest("hex");

export const aGuestKey = () => aHash();

/** A token that only one test's rows contain, for searches. */
export const uniqueToken = () => `m${randomUUID().replaceAll("-", "").slice(0, 12)}`;

export const aParcel = (nth: number) =>
  `94${`${Date.now()}`.slice(-9)}${`${Math.random()}`.slice(2, 9).padEnd(7, "7")}${1000 + nth}`;
