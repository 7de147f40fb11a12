import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { publicPages } from "../../lib/marketing/public-pages.ts";
import { type Answer, logInAsCustomer, logInAsStaff } from "../../sandbox/builders/product.ts";
import { addOrder, addProfile } from "../../sandbox/builders/rows.ts";
import { Instances } from "../support/instances.ts";

/*
 * Somebody whose every fact is a word of its own opens every page through nginx with docs/nginx.conf. Nobody else may
 * meet that word afterwards, and it may lie in no file of the cache.
 */

jest.setTimeout(120_000);

const CANARY = "Zaphodia";
const instances = new Instances({ RATE_LIMIT_SCALE: "1000" });
const { product } = instances;
beforeAll(() => instances.begin(2));
afterAll(() => instances.end());

/** Every page, and every endpoint that is read. */
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

test("shows and caches nothing of one person for others", async () => {
  const { sql } = instances;
  const owner = await logInAsStaff(product, sql, "owner");
  await addProfile(sql, owner.userId, { full_name: CANARY, address_line1: `${CANARY} Street` });
  const order = await addOrder(sql, { user_id: owner.userId, user_email: owner.email, notes: CANARY });
  const wanted = { action: "renew", generation: 0 };
  const shared = await product.post(apiPaths.trackingLink(order.id), wanted, { cookie: owner.cookie });
  const token = /[\w-]{43}/.exec(JSON.stringify(shared.body))?.[0] ?? "";
  expect(token).not.toBe("");
  const all = addresses(order.id, token);

  /** Opens all of them, the public ones also with what might be kept in place of everybody's page. */
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
      await look(path, { "accept-language": word, "user-agent": word, referer: `https://${word}.example/` });
    }
    return answers;
  };

  const own = await walk(owner.cookie, CANARY);
  const withCanary = own.filter(({ text }) => text.includes(CANARY)).map(({ path }) => path);
  expect(withCanary).toEqual(
    expect.arrayContaining([paths.profile, staffPaths.order(order.id), apiPaths.profile]),
  );

  // Whoever has a tracking link is shown what it opens: that is no leak.
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
