import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { waitText } from "../../lib/http/rate-limit.ts";
import { newBatchId, readTypedBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail, aSessionId } from "../../sandbox/builders/ids.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { addAuthenticator, codeOf, PASSWORD } from "../../sandbox/builders/person.ts";
import type { Answer } from "../../sandbox/builders/product.ts";
import { callEndpoint, nameOf } from "../support/endpoint.ts";
import { countedLimits, endpoints } from "../support/endpoints.ts";
import { anAddress, limitedUses, MINUTE, submission, type Use } from "../support/limited-uses.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

const strict = new StubbedProduct({ RATE_LIMIT_SCALE: "1", TRUSTED_PROXY_HOPS: "1" });
const { product } = strict;
const sql = postgres(ownSandbox().SANDBOX_DATABASE_URL, { max: 2, onnotice: () => {} });

beforeAll(() => strict.start(), 60_000);
afterAll(async () => {
  await strict.stop();
  await sql.end();
});

const limits = limitedUses(strict, sql);

async function useOften(use: Use, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < times; from += 20) {
    const group = Array.from({ length: Math.min(20, times - from) }, (_, n) => use(from + n));
    answers.push(...(await Promise.all(group)));
  }
  return answers;
}

const isRefused = ({ status }: Answer) => status === 429;

test.each(Object.entries(limits))(
  "limits %s per subject and says how long to wait",
  async (_name, limited) => {
    const [use, otherUse] = await limited.uses();
    const answers = await useOften(use, limited.allowed - (limited.before ?? 0) + 3);
    expect(answers.filter(isRefused)).toHaveLength(3);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const told = await use(limited.allowed + 3);
    const wait = Number(told.headers.get("retry-after"));
    expect(told).toMatchObject({
      status: 429,
      body: { error: `Too many requests. Please wait ${waitText(wait)} and try again.` },
    });
    expect(wait).toBeGreaterThan(limited.wait - MINUTE);
    expect(wait).toBeLessThanOrEqual(limited.wait);
    expect(isRefused(await otherUse(0))).toBe(false);
  },
  120_000,
);

test("counts guests behind one address per browser", async () => {
  const address = anAddress();
  const open = (cookie = "") => product.post(apiPaths.orderCheckout, submission(), { address, cookie });
  const [one, other] = [(await open()).cookie, (await open()).cookie];
  const answers = await useOften(() => open(one), 8);
  expect(answers.filter(isRefused)).toHaveLength(2);
  expect(isRefused(await open(other))).toBe(false);
  expect(isRefused(await open())).toBe(false);
});

describe("a log-in that succeeds", () => {
  const logIn = (email: string, address: string, password = PASSWORD) =>
    product.post(apiPaths.login, { email, password }, { address });
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
  const countsOf = (address: string) => sql<{ name: string; count: number }[]>`
    select distinct split_part(r.key, ':', 1) as name, (w.value -> 'count')::integer as count
    from public.rate_limits r, jsonb_each(r.windows) w where r.key like ${`%:${address}`} order by 1`;

  test("refunds successful logins so that ten people behind one address can log in", async () => {
    const address = anAddress();
    const me = await product.person();
    for (let n = 0; n < 8; n++) expect((await logIn(me.email, address)).status).toBe(200);
    const others = await Promise.all(Array.from({ length: 9 }, () => product.person()));
    const answers = await Promise.all([me, ...others].map(({ email }) => logIn(email, address)));
    expect(statuses(answers)).toEqual(answers.map(() => 200));
    const typed = { action: "sign-in", email: me.email, password: PASSWORD };
    const tried = await product.post(apiPaths.testAuth, typed, { address });
    expect(tried.body).toMatchObject({ isOk: true });
    expect(await countsOf(address)).toEqual([
      { name: "post", count: 19 },
      { name: "sign-in", count: 0 },
      { name: "sign-in-address", count: 0 },
    ]);
  });

  test("keeps counting failed logins between successful ones", async () => {
    const address = anAddress();
    const [me, victim] = [await product.person(), await product.person()];
    for (let n = 0; n < 5; n++) {
      expect((await logIn(me.email, address, "wrong")).status).toBe(401);
      expect((await logIn(victim.email, address, "wrong")).status).toBe(401);
      expect((await logIn(me.email, address)).status).toBe(200);
    }
    expect(await countsOf(address)).toContainEqual({ name: "sign-in-address", count: 10 });
    expect(statuses([await logIn(me.email, address, "wrong")])).toEqual([401]);
    expect(statuses([await logIn(me.email, address)])).toEqual([429]);
  });

  test("counts the password until the code is given, and refunds correct codes", async () => {
    const address = anAddress();
    const me = await product.person();
    const key = await addAuthenticator(sql, me.userId);
    const { cookie, body } = await logIn(me.email, address);
    expect(body).toMatchObject({ isSignedIn: false });
    expect(await countsOf(address)).toContainEqual({ name: "sign-in-address", count: 1 });
    for (let n = 0; n < 2; n++) {
      const answer = await product.post(apiPaths.secondFactor, { code: codeOf(key) }, { cookie, address });
      expect(answer).toMatchObject({ status: 200, body: { isSignedIn: true } });
    }
    expect(await countsOf(address)).toContainEqual({ name: "sign-in-address", count: 1 });
  });

  test("counts sign-ups and account emails, and allows recovery at the login limit", async () => {
    const address = anAddress();
    const { email } = await product.person();
    const account = { email: anEmail(), password: PASSWORD, confirmPassword: PASSWORD, plan: "free" };
    expect((await product.post(apiPaths.signup, account, { address })).status).toBe(200);
    for (let n = 0; n < 7; n++) await logIn(email, address, "wrong");
    expect((await logIn(email, address)).status).toBe(429);
    expect((await product.post(apiPaths.recover, { email }, { address })).status).toBe(200);
    expect(await countsOf(address)).toEqual([
      { name: "account-mail", count: 1 },
      { name: "account-mail-address", count: 1 },
      { name: "post", count: 9 },
      { name: "sign-in", count: 1 },
      { name: "sign-in", count: 6 },
      { name: "sign-in-address", count: 8 },
    ]);
  });
});

test("counts only email changes that send an email", async () => {
  const [me, other] = [await product.person(), await product.person()];
  const address = anAddress();
  const login = { email: me.email, password: PASSWORD };
  const { cookie } = await product.post(apiPaths.login, login, { address });
  const change = async (email: string, currentPassword = PASSWORD) => {
    const body = { email, currentPassword };
    // The auth service's own limit of one email a minute mustn't be the one that rejects the call.
    await sql`update auth.users set email_change_sent_at = null where id = ${me.userId}`;
    return (await product.post(apiPaths.changeEmail, body, { cookie, address })).status;
  };
  expect(await change(anEmail(), "not my password")).toBe(400);
  expect(await change(other.email)).toBe(400);
  expect([await change(anEmail()), await change(anEmail()), await change(anEmail())]).toEqual([
    200, 200, 429,
  ]);
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
  test.each(cases.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    "counts one call to %s against its limits",
    async (name, endpoint) => {
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
    },
  );
});
