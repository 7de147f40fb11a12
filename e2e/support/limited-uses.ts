import { randomInt } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { priceOf } from "../../sandbox/builders/members.ts";
import type { Answer, Caller } from "../../sandbox/builders/product.ts";
import type { Sql } from "../../sandbox/builders/test-database.ts";
import type { StubbedProduct } from "./stubbed-product.ts";

export const anAddress = () => [10, randomInt(256), randomInt(256), randomInt(1, 255)].join(".");

export type Use = (n: number) => Promise<Answer>;
/** A limited action: uses `allowed` and made `before`, the longest `wait` (seconds), and uses by two subjects. */
export type Limited = { allowed: number; before?: number; wait: number; uses: () => Promise<[Use, Use]> };

export const MINUTE = 60;
const HOUR = 3600;

export const submission = (fields: object = {}) => ({
  num_cards: 1,
  total_amount: 25,
  batch_id: newBatchId(),
  plan_type: "payg",
  ...fields,
});

/** Returns the limits on guesses, emails and payment sessions, for an app behind one trusted proxy. */
export function limitedUses(strict: StubbedProduct, sql: Sql): Record<string, Limited> {
  const { product } = strict;
  const usedBefore = (name: string, who: string, seconds: number, count: number) =>
    sql`insert into public.rate_limits (key, windows) values (${`${name}:${who}`}, ${sql.json({ [seconds]: { start: Date.now() / 1000, count } })})`;
  const byPeople = (use: (who: Caller, n: number) => Promise<Answer>) => {
    return async (): Promise<[Use, Use]> => {
      const [{ token }, { token: other }] = await Promise.all([product.person(), product.person()]);
      return [
        (n) => use({ token, address: anAddress() }, n),
        (n) => use({ token: other, address: anAddress() }, n),
      ];
    };
  };
  type ByAddress = (address: string, n: number) => Promise<Answer>;
  const byAddresses = (use: ByAddress, former?: { name: string; seconds: number; count: number }) => {
    return async (): Promise<[Use, Use]> => {
      const [one, another] = [anAddress(), anAddress()];
      if (former) await usedBefore(former.name, one, former.seconds, former.count);
      return [(n) => use(one, n), (n) => use(another, n)];
    };
  };

  return {
    checkout: {
      allowed: 6,
      wait: 30 * MINUTE,
      uses: byPeople((who, n) =>
        n % 2
          ? product.post(apiPaths.membershipCheckout, { price_id: priceOf("pro") }, who)
          : product.post(apiPaths.orderCheckout, submission(), who),
      ),
    },
    guestCheckout: {
      allowed: 30,
      before: 24,
      wait: 30 * MINUTE,
      uses: byAddresses(
        (address) => product.post(apiPaths.orderCheckout, submission({ total_amount: 24 }), { address }),
        { name: "guest-checkout", seconds: MINUTE, count: 24 },
      ),
    },
    signIn: {
      allowed: 6,
      wait: 15 * MINUTE,
      uses: async () => {
        const [address, email] = [anAddress(), anEmail()];
        const attempt = (who: string) =>
          product.post(apiPaths.login, { email: who, password: "wrong" }, { address });
        return [(n) => attempt(n % 2 ? email : email.toUpperCase()), () => attempt(anEmail())];
      },
    },
    signInAddress: {
      allowed: 60,
      wait: HOUR,
      uses: byAddresses((address) =>
        product.post(apiPaths.confirmEmail, { tokenHash: "aaaaaaaa", type: "email_change" }, { address }),
      ),
    },
    accountMail: {
      allowed: 3,
      wait: 15 * MINUTE,
      uses: async () => {
        const [address, email] = [anAddress(), anEmail()];
        const ask = (n: number, who: string) =>
          product.post(n % 2 ? apiPaths.recover : apiPaths.resend, { email: who }, { address });
        return [(n) => ask(n, n % 3 ? email : email.toUpperCase()), (n) => ask(n, anEmail())];
      },
    },
    accountMailAddress: {
      allowed: 20,
      wait: HOUR,
      uses: byAddresses((address) => product.post(apiPaths.recover, { email: anEmail() }, { address })),
    },
    secondFactor: {
      allowed: 6,
      wait: 15 * MINUTE,
      uses: async () => {
        const attempts = [0, 1].map(async () => {
          const account = await strict.anEnrolledAccount();
          const { cookie } = await product.post(apiPaths.login, account, { address: anAddress() });
          return () =>
            product.post(apiPaths.secondFactor, { code: "000000" }, { cookie, address: anAddress() });
        });
        const [one, another] = await Promise.all(attempts);
        if (!one || !another) throw new Error("no accounts");
        return [one, another];
      },
    },
    badSignature: {
      allowed: 60,
      wait: MINUTE,
      uses: byAddresses((address) => product.deliver("{}", { secret: "whsec_wrong", address })),
    },
  };
}
