import { randomInt, randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import type { rateLimits } from "../../lib/http/rate-limit.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail, aSessionId } from "../../sandbox/builders/ids.ts";
import { priceOf } from "../../sandbox/builders/members.ts";
import type { Answer, Caller, Product } from "../../sandbox/builders/product.ts";
import { aProfile } from "../../sandbox/builders/profile.ts";
import { addStaff } from "../../sandbox/builders/rows.ts";
import type { Sql } from "../../sandbox/builders/test-database.ts";
import type { StubbedProduct } from "./stubbed-product.ts";

export const anAddress = () => [10, randomInt(256), randomInt(256), randomInt(1, 255)].join(".");

export type Use = (n: number) => Promise<Answer>;
/** A limited use: the uses allowed and made `before`, the longest wait (seconds), and two separate subjects. */
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

/** Every rate limit, on an app behind one trusted proxy. */
export function limitedUses(strict: StubbedProduct, sql: Sql): Record<keyof typeof rateLimits, Limited> {
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

  const leave = async (path: string, name: string, address: string): Promise<Answer> => {
    const answer = await product.get(path, { headers: { "x-forwarded-for": address } });
    if (!answer.location.endsWith("failed=busy")) return answer;
    const told = /Too many requests[^<]*/.exec(String((await product.get(answer.location)).body))?.[0];
    const [row] = await sql<{ wait: string }[]>`
      select ceil(extract(epoch from blocked_until - now()))::text as wait
      from public.rate_limits where key = ${`${name}:${address}`}`;
    const headers = new Headers({ "retry-after": row?.wait ?? "" });
    return { ...answer, status: 429, body: { error: told }, headers };
  };

  return {
    claim: {
      allowed: 20,
      wait: HOUR,
      uses: byAddresses((address) =>
        product.post(apiPaths.claim, { action: "undo", link: "x" }, { address }),
      ),
    },
    everyPost: {
      allowed: 300,
      before: 290,
      wait: MINUTE,
      // Refused without any call, but still counted.
      uses: byAddresses((address) => product.post(apiPaths.profile, "{", { address }), {
        name: "post",
        seconds: MINUTE,
        count: 290,
      }),
    },
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
    oauthStart: {
      allowed: 60,
      wait: HOUR,
      uses: byAddresses((address) => leave(`${apiPaths.oauth}?provider=google`, "oauth-start", address)),
    },
    oauthBack: {
      allowed: 60,
      wait: HOUR,
      uses: byAddresses((address) => leave(`${apiPaths.authCallback}?code=x`, "oauth-back", address)),
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
    processPayment: {
      allowed: 60,
      wait: MINUTE,
      uses: byAddresses((address, n) =>
        n % 2
          ? product.post(apiPaths.processPaygPayment, { session_id: aSessionId() }, { address })
          : product.post(
              apiPaths.processSubmissionPayment,
              { session_id: aSessionId(), batch_id: newBatchId() },
              { address },
            ),
      ),
    },
    processSession: {
      allowed: 30,
      wait: MINUTE,
      uses: async () => {
        const process = (session_id: string) => () =>
          product.post(apiPaths.processSuccess, { session_id }, { address: anAddress() });
        const [one, another] = [aSessionId(), aSessionId()];
        return [process(one), process(another)];
      },
    },
    profile: {
      allowed: 20,
      wait: MINUTE,
      uses: byPeople((who) => product.post(apiPaths.profile, aProfile(), who)),
    },
    portal: {
      allowed: 20,
      wait: MINUTE,
      uses: byPeople((who) => product.post(apiPaths.createPortalSession, {}, who)),
    },
    ...problemUses(product),
    photo: {
      allowed: 60,
      wait: MINUTE,
      uses: async () => {
        const [one, another] = [await product.person(), await product.person()];
        await Promise.all([one, another].map(({ userId }) => addStaff(sql, userId)));
        const { photoUpload } = staffApiPaths;
        const by = ({ token }: Caller) => product.post(photoUpload, {}, { token, address: anAddress() });
        return [() => by(one), () => by(another)];
      },
    },
    sendEmail: {
      allowed: 10,
      wait: HOUR,
      uses: byPeople((who) => product.post(apiPaths.sendSubmissionEmail, { batchId: newBatchId() }, who)),
    },
    ...findUses(product),
    linkOrders: {
      allowed: 5,
      wait: 5 * MINUTE,
      uses: byPeople((who) => product.post(apiPaths.linkGuestOrders, {}, who)),
    },
    badSignature: {
      allowed: 60,
      wait: MINUTE,
      uses: byAddresses((address) => product.deliver("{}", { secret: "whsec_wrong", address })),
    },
  };
}

type FindLimit = "findBatchAddress" | "findBatchEmail" | "findBatch";

function findUses(product: Product): Record<FindLimit, Limited> {
  const find = (email: string, batch: string, address: string) =>
    product.post(apiPaths.findBatch, { email, batch }, { address });
  return {
    findBatchAddress: {
      allowed: 20,
      wait: HOUR,
      uses: async () => {
        const [one, another] = [anAddress(), anAddress()];
        return [() => find(anEmail(), newBatchId(), one), () => find(anEmail(), newBatchId(), another)];
      },
    },
    findBatchEmail: {
      allowed: 6,
      wait: 15 * MINUTE,
      uses: async () => {
        const [address, email] = [anAddress(), anEmail()];
        return [
          (n) => find(n % 2 ? email : email.toUpperCase(), newBatchId(), address),
          () => find(anEmail(), newBatchId(), address),
        ];
      },
    },
    findBatch: {
      allowed: 5,
      wait: HOUR,
      uses: async () => {
        const [batch, other] = [newBatchId(), newBatchId()];
        return [
          (n) => find(anEmail(), n % 2 ? batch : batch.slice(6).toLowerCase(), anAddress()),
          () => find(anEmail(), other, anAddress()),
        ];
      },
    },
  };
}

function problemUses(product: Product) {
  const tell = (id: string, address = anAddress()) =>
    product.post(apiPaths.problem(id), { words: "A slab is cracked." }, { address });
  return {
    problem: {
      allowed: 6,
      wait: MINUTE,
      // Someone who has only the link is counted per batch.
      uses: async () => {
        const [one, another] = [randomUUID(), randomUUID()];
        return [() => tell(one), () => tell(another)];
      },
    },
    problemAddress: {
      allowed: 60,
      wait: HOUR,
      uses: async () => {
        const [one, another] = [anAddress(), anAddress()];
        return [() => tell(randomUUID(), one), () => tell(randomUUID(), another)];
      },
    },
  } satisfies Record<string, Limited>;
}
