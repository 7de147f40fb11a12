import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The fixed characters after each prefix, and the number of random ones. */
const SHAPES = {
  cs_test: ["a1", 56],
  pi: ["3", 23],
  ch: ["3", 23],
  py: ["3", 23],
  txn: ["3", 23],
  evt: ["1", 23],
  pm: ["1", 23],
  li: ["1", 23],
  price: ["1", 23],
  sub: ["1", 23],
  in: ["1", 23],
  il: ["1", 23],
  ii: ["1", 23],
  inpay: ["1", 23],
  re: ["3", 23],
  du: ["1", 23],
  bps: ["1", 23],
  bpc: ["1", 23],
  sub_sched: ["1", 23],
  we: ["1", 23],
  whsec: ["", 32],
  si: ["", 14],
  prod: ["", 14],
  cus: ["", 14],
  req: ["", 14],
} as const satisfies Record<string, readonly [lead: string, random: number]>;

type IdPrefix = keyof typeof SHAPES;

export function randomToken(length: number): string {
  let token = "";
  for (let i = 0; i < length; i++) token += ALPHABET[randomInt(ALPHABET.length)];
  return token;
}

export function newId(prefix: IdPrefix): string {
  const [lead, random] = SHAPES[prefix];
  return `${prefix}_${lead}${randomToken(random)}`;
}
