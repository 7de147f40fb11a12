import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { publicPages } from "../../lib/marketing/public-pages.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { brokenInvariants } from "../../sandbox/builders/broken-invariants.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { type Answer, logInAsCustomer, logInAsStaff, waitUntil } from "../../sandbox/builders/product.ts";
import { addOrder, addProfile, orderOfBatch } from "../../sandbox/builders/rows.ts";
import { collectedPayments } from "../support/collected-payments.ts";
import { Instances } from "../support/instances.ts";
import { sendRaw } from "../support/raw-request.ts";

/* Three processes that share only their services, behind nginx with docs/nginx.conf. */

jest.setTimeout(300_000);

const COUNT = 3;
const LANES = 3;
const SHOWN = [paths.home, paths.dashboard, paths.pricing, paths.submit, paths.login];

const CANARY = "Zaphodia";

/** Every page and every GET endpoint. */
const addresses = (order: string, token: string) => [
  ...[paths, staffPaths]
    .flatMap((some) => Object.values<unknown>(some))
    .flatMap((path) => (typeof path === "string" ? [path] : [])),
  ...[
    paths.label(order),
    paths.slip(order),
    paths.receipt(order),
    staffPaths.order(order),
    paths.track(token),
  ],
  ...[
    apiPaths.profile,
    apiPaths.membership,
    apiPaths.plans,
    staffApiPaths.order(order),
    apiPaths.photo(order),
  ],
];

const textOf = ({ body, headers }: Answer) =>
  `${typeof body === "string" ? body : JSON.stringify(body)} ${JSON.stringify([...headers])}`;

type Paid = { email: string; batchId: string };

async function problemsOf(instances: Instances, paid: readonly Paid[]): Promise<string[]> {
  const { product, sql } = instances;
  const orders = await Promise.all(
    paid.map(({ batchId }) =>
      waitUntil(
        () => orderOfBatch(sql, batchId),
        (order) => order?.payment_status === "paid",
      ),
    ),
  );
  await product.runJob(apiPaths.cronOutbox);
  const ids = orders.map((order) => order?.id ?? "");
  const mails = await Promise.all(
    paid.map(async ({ email }) => {
      const list = await waitUntil(
        () => emailsTo(email, product.setting("MAILBOX_URL")),
        ({ length }) => length > 0,
      );
      return list.length === 1 ? [] : `${email} got ${list.length} mails`;
    }),
  );
  return [...mails.flat(), ...(await brokenInvariants(sql, ids, await collectedPayments(product, ids)))];
}

describe("three instances", () => {
  const instances = new Instances({ RATE_LIMIT_SCALE: "1000" });
  const { product } = instances;
  beforeAll(() => instances.begin(COUNT));
  afterAll(() => instances.end());

  test("loses no request, payment or email while instances restart under load", async () => {
    const visitor = await logInAsCustomer(product);
    let isOver = false;
    const paid: Paid[] = [];
    const failed: string[] = [];
    let pages = 0;

    /** One connection per request, so that a closed connection can't be mistaken for a lost request. */
    const send = async (method: string, target: string, headers: Record<string, string>, body?: object) => {
      const text = body && JSON.stringify(body);
      const answer = await sendRaw(product.appUrl, {
        method,
        target,
        headers,
        ...(text ? { body: text } : {}),
      }).catch((error: Error) => ({ status: 0, body: error.message }));
      if (answer.status !== 200)
        failed.push(`${method} ${target}: ${answer.status} ${answer.body.slice(0, 200)}`);
      return answer;
    };
    const pageLane = async () => {
      for (; !isOver; pages++) {
        const path = SHOWN[pages % SHOWN.length] ?? "";
        await send("GET", path, { cookie: path === paths.login ? "" : visitor.cookie });
      }
    };
    const paymentLane = async () => {
      while (!isOver) {
        const { email, token } = await product.person();
        const headers = {
          "content-type": "application/json",
          origin: product.appUrl,
          authorization: `Bearer ${token}`,
        };
        const batchId = newBatchId();
        const opened = await send("POST", apiPaths.orderCheckout, headers, {
          num_cards: 2,
          total_amount: 50,
          batch_id: batchId,
          notes: "",
          plan_type: "payg",
        });
        if (opened.status !== 200) continue;
        const { sessionId } = JSON.parse(opened.body);
        await product.pay(sessionId);
        await send("POST", apiPaths.processPaygPayment, headers, { session_id: sessionId });
        paid.push({ email, batchId });
      }
    };
    const lanes = Array.from({ length: LANES }, () => [pageLane(), paymentLane()]).flat();
    await waitUntil(
      async () => paid.length,
      (count) => count > LANES,
    );
    const ended = await instances.restart();
    const before = paid.length;
    await waitUntil(
      async () => paid.length - before,
      (count) => count > LANES,
    );
    isOver = true;
    await Promise.all(lanes);

    expect(failed).toEqual([]);
    expect([pages > 50, before > 2 * LANES]).toEqual([true, true]);
    for (const { said, ms } of ended) {
      expect(said).toContain("code 143");
      expect(ms).toBeLessThan(10_000);
    }
    await product.control("/deliveries/drain");
    expect(await problemsOf(instances, paid)).toEqual([]);
    const lost = instances.nginx.log().filter((line) => !/^\S+ (?:2\d\d|3\d\d) /.test(line));
    expect(lost).toEqual([]);
    const answered = new Set(instances.nginx.log().flatMap((line) => line.match(/127\.0\.0\.1:\d+/g) ?? []));
    expect(answered.size).toBe(COUNT);
  });

  test("never shows or caches one person's data for another", async () => {
    const { sql } = instances;
    const owner = await logInAsStaff(product, sql, "owner");
    await addProfile(sql, owner.userId, { full_name: CANARY, address_line1: `${CANARY} Street` });
    const order = await addOrder(sql, { user_id: owner.userId, user_email: owner.email, notes: CANARY });
    const wanted = { action: "renew", generation: 0 };
    const shared = await product.post(apiPaths.trackingLink(order.id), wanted, { cookie: owner.cookie });
    const token = /[\w-]{43}/.exec(JSON.stringify(shared.body))?.[0] ?? "";
    expect(token).not.toBe("");
    const all = addresses(order.id, token);

    /** Opens every address, and the public ones again with headers that could poison the cache. */
    const walk = async (cookie: string, word: string) => {
      const answers: { path: string; text: string }[] = [];
      const look = async (path: string, headers: Record<string, string> = {}) => {
        const answer = await product.get(path, { cookie, headers });
        expect([path, answer.status < 500]).toEqual([path, true]);
        answers.push({ path, text: textOf(answer) });
      };
      for (const path of all) await look(path);
      for (const path of publicPages) {
        await look(`${path}?name=${word}`);
        await look(path, { rsc: "1", "next-router-state-tree": word, "x-forwarded-host": `${word}.example` });
        await look(path, {
          "accept-language": word,
          "user-agent": word,
          referer: `https://${word}.example/`,
        });
      }
      return answers;
    };

    const own = await walk(owner.cookie, CANARY);
    const withCanary = own.filter(({ text }) => text.includes(CANARY)).map(({ path }) => path);
    expect(withCanary).toEqual(
      expect.arrayContaining([paths.profile, staffPaths.order(order.id), apiPaths.profile]),
    );

    const others = [await walk("", "nobody"), await walk((await logInAsCustomer(product)).cookie, "another")];
    for (const answers of others) {
      const leaks = answers.filter(({ text }) => text.includes(CANARY) || text.includes(owner.email));
      expect(leaks.map(({ path }) => path)).toEqual([]);
    }

    const kept = instances.nginx.cached();
    expect(
      kept
        .filter(({ key }) => !key.startsWith("/_next/static/"))
        .map(({ key }) => key)
        .sort(),
    ).toEqual([...publicPages].sort());
    for (const { key, bytes } of kept) {
      const text = bytes.toString("latin1");
      expect([key, text.includes(CANARY), /set-cookie/i.test(text)]).toEqual([key, false, false]);
    }
  });
});
