import { randomInt } from "node:crypto";
import type { Answer } from "../../sandbox/builders/product.ts";

export const anAddress = () => [10, randomInt(256), randomInt(256), randomInt(1, 255)].join(".");

export type Use = (n: number) => Promise<Answer>;
/** A limited use: the uses allowed and made `before`, the longest wait (seconds), and two separate subjects. */
export type Limited = { allowed: number; before?: number; wait: number; uses: () => Promise<[Use, Use]> };

export const MINUTE = 60;
export const HOUR = 3600;
