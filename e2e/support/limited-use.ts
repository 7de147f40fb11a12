import { randomInt } from "node:crypto";
import type { Answer } from "../../sandbox/builders/product.ts";

/** Creates the address of a client that nobody has called from. */
export const anAddress = () => [10, randomInt(256), randomInt(256), randomInt(1, 255)].join(".");

/** One use of what is limited; `n` counts from 0. */
export type Use = (n: number) => Promise<Answer>;
/**
 * How often it may be used, so many of them `before` the test, how long is waited then (seconds, at most), and the uses
 * of two who are told apart.
 */
export type Limited = { allowed: number; before?: number; wait: number; uses: () => Promise<[Use, Use]> };

/** A minute in seconds. */
export const MINUTE = 60;
/** An hour in seconds. */
export const HOUR = 3600;
