import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { waitWords } from "../../lib/http/wait-words.ts";
import { newBatchId, readTypedBatchId } from "../../lib/orders/batch-id.ts";
import { aSessionId } from "../../sandbox/builders/ids.ts";
import { sandboxNamed } from "../../sandbox/builders/named-sandbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import type { Answer } from "../../sandbox/builders/product.ts";
import { callEndpoint, nameOf } from "../support/endpoint.ts";
import { countedLimits, endpoints } from "../support/endpoints.ts";
import { anAddress, MINUTE, type Use } from "../support/limited-use.ts";
import { limitedUses, submission } from "../support/limited-uses.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** An app with the limits of production, behind a proxy that says where a call comes from. */
const strict = new StubbedProduct({ RATE_LIMIT_SCALE: "1", TRUSTED_PROXY_HOPS: "1" });
const { product } = strict;
const sql = postgres(sandboxNamed("events").SANDBOX_DATABASE_URL, { max: 2, onnotice: () => {} });

beforeAll(() => strict.start(), 60_000);
afterAll(async () => {
  await strict.stop();
  await sql.end();
});

const limits = limitedUses(strict, sql);

/** Uses a thing so often, some at a time; answers what came of each. */
async function useOften(use: Use, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < times; from += 20) {
    const group = Array.from({ length: Math.min(20, times - from) }, (_, n) => use(from + n));
    answers.push(...(await Promise.all(group)));
  }
  return answers;
}

/** A browser on its way is led to the log-in, whose address says that there is a wait and not how long. */
const WITHOUT_NUMBER = new Set(["oauthStart", "oauthBack"]);

const isRefused = ({ status }: Answer) => status === 429;

test.each(Object.entries(limits))(
  "%s: so many uses, then a wait, for nobody else",
  async (name, limited) => {
    const [use, otherUse] = await limited.uses();
    const answers = await useOften(use, limited.allowed - (limited.before ?? 0) + 3);
    expect(answers.filter(isRefused)).toHaveLength(3);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const told = await use(limited.allowed + 3);
    const wait = Number(told.headers.get("retry-after"));
    const words = WITHOUT_NUMBER.has(name) ? "a moment" : waitWords(wait);
    expect(told).toMatchObject({
      status: 429,
      body: { error: `Too many requests. Please wait ${words} and try again.` },
    });
    // Less by as much as has passed since: of a minute all may have.
    expect(wait).toBeGreaterThan(limited.wait - MINUTE);
    expect(wait).toBeLessThanOrEqual(limited.wait);
    expect(isRefused(await otherUse(0))).toBe(false);
  },
  120_000,
);

test("guests behind one address are counted by their browsers", async () => {
  const address = anAddress();
  const open = (cookie = "") => product.post(apiPaths.orderCheckout, submission(), { address, cookie });
  const [one, other] = [(await open()).cookie, (await open()).cookie];
  const answers = await useOften(() => open(one), 8);
  expect(answers.filter(isRefused)).toHaveLength(2);
  expect(isRefused(await open(other))).toBe(false);
  expect(isRefused(await open())).toBe(false);
});

describe("one call of a customer counts", () => {
  let cookie: string;
  let userId: string;
  beforeAll(async () => {
    const person = await product.person();
    userId = person.userId;
    const account = { email: person.email, password: PASSWORD };
    cookie = (await product.post(apiPaths.login, account, { address: anAddress() })).cookie;
  });

  const cases = endpoints.filter(({ ofGuest }) => !ofGuest);
  test.each(cases.map((endpoint) => [nameOf(endpoint), endpoint] as const))("%s", async (name, endpoint) => {
    const subject = { id: randomUUID(), batchId: newBatchId(), session: aSessionId(), userId };
    const isCounted = sql`key like ${`%${userId}%`}`;
    await sql`delete from public.rate_limits where ${isCounted}`;
    const address = anAddress();
    await callEndpoint(product, endpoint, subject, { cookie, address });
    const counted = await sql<{ name: string }[]>`
      select distinct split_part(key, ':', 1) as name from public.rate_limits
      where ${isCounted} or key like ${`%:${address}`} or key like ${`%:${subject.session}`}
        or key like ${`%:${readTypedBatchId(subject.batchId)}`} order by 1`;
    const own = endpoint.method === "GET" || endpoint.at === apiPaths.stripeWebhook ? [] : ["post"];
    expect(counted.map((row) => row.name)).toEqual([...own, ...(countedLimits[name] ?? [])].sort());
  });
});
