import fc from "fast-check";
import postgres from "postgres";
import { safeParse } from "zod/v4/core";
import { AppError } from "../../lib/base/errors.ts";
import { readJsonBody } from "../../lib/http/body.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { aSessionId } from "../../sandbox/builders/ids.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { logInAsStaff, Product, retryUnavailable } from "../../sandbox/builders/product.ts";
import { SEED } from "../../sandbox/builders/random.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { bodySchemas } from "../support/body-schemas.ts";
import { runConcurrently } from "../support/concurrency.ts";
import { type Endpoint, nameOf } from "../support/endpoint.ts";
import { endpoints } from "../support/endpoints.ts";
import { hostileBodies } from "../support/hostile-bodies.ts";
import { sendRaw } from "../support/raw-request.ts";

/** Bodies per endpoint (parsed in this process and sent over HTTP), and bodies per batch. */
const READ = 200;
const SENT = 30;
const BATCH = 200;

const INSIDES =
  /\bat [/\w.<>]+ ?\(|\bat \/|node_modules|\.next\/|\bpg_|SELECT |PGRST|sk_|rk_|whsec_|sb_secret_|eyJ/;

const settings = () => ({ ...ownSandbox(), RATE_LIMIT_SCALE: "100000" });
const crashes: string[] = [];
let product: Product;
let app: AppProcess;
let cookie: string;
let order: string;

beforeAll(async () => {
  const own = await atOwnAddress(settings());
  product = new Product(own);
  app = new AppProcess(own, (line) => {
    if (line.includes('"api.crashed"')) crashes.push(line);
  });
  await app.start();
  const sql = postgres(own.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });
  const owner = await logInAsStaff(product, sql, "owner");
  cookie = owner.cookie;
  // Not paid by card, because Stripe doesn't have the payment that a valid body would refund.
  const byHand = { stripe_payment_intent_id: null };
  order = (await addOrder(sql, { user_id: owner.userId, guest_key: null, guest_email: null, ...byHand })).id;
  await sql.end();
}, 60_000);
afterAll(() => app.kill());

const withBody = endpoints.filter(({ body, ofGuest }) => body && !ofGuest);

async function send({ method, at }: Endpoint, body: string | Uint8Array<ArrayBuffer>) {
  const headers = { "content-type": "application/json", origin: product.appUrl, cookie };
  const target = typeof at === "function" ? at(order) : at;
  const { status, body: text } = await sendRaw(product.appUrl, { method, target, headers, body });
  return { status, text };
}

function* drawn(name: string, count: number) {
  const arbitrary = hostileBodies(bodySchemas[name] ?? null);
  for (let done = 0; done < count; done += BATCH)
    yield fc.sample(arbitrary, { seed: SEED + done, numRuns: Math.min(BATCH, count - done) });
}

const shown = (body: string | Uint8Array) =>
  String(body)
    .replace(/(.)\1{20,}/gu, "$1…")
    .slice(0, 600);

/** Returns the unexpected error from parsing a body, or null when it is parsed or rejected. */
async function faultOf(name: string, body: string | Uint8Array<ArrayBuffer>): Promise<string | null> {
  const headers = { "content-type": "application/json" };
  try {
    const value = await readJsonBody(new Request("http://localhost", { method: "POST", headers, body }));
    const schema = bodySchemas[name];
    if (schema) safeParse(schema, value);
    return null;
  } catch (error) {
    return error instanceof AppError && error.status < 500 ? null : String(error);
  }
}

const named = withBody.map((endpoint) => [nameOf(endpoint), endpoint] as const);

test.each(named)(
  `%s parses or refuses ${READ} hostile bodies`,
  async (name) => {
    for (const bodies of drawn(name, READ)) {
      const faults = await Promise.all(bodies.map(async (body) => [await faultOf(name, body), shown(body)]));
      expect(faults.filter(([fault]) => fault !== null)).toEqual([]);
    }
  },
  120_000,
);

test.each(named)(
  `%s survives ${SENT} hostile bodies without a crash or a leak`,
  async (name, endpoint) => {
    const before = crashes.length;
    for (const bodies of drawn(name, SENT)) {
      const answers = await runConcurrently(bodies, async (body) => ({
        ...(await retryUnavailable(() => send(endpoint, body))),
        body: shown(body),
      }));
      const isBad = ({ status, text }: (typeof answers)[number]) =>
        status >= 500 ||
        status === 429 ||
        INSIDES.test(text) ||
        (status >= 400 && !text.includes('"error":"'));
      expect(answers.filter(isBad)).toEqual([]);
    }
    expect(crashes.slice(before)).toEqual([]);
  },
  600_000,
);

test("accepts a normal body after all hostile ones", async () => {
  const session = aSessionId();
  const subject = { id: order, batchId: newBatchId(), session, userId: "" };
  const profile = withBody.find((endpoint) => nameOf(endpoint) === "POST /api/profile");
  if (!profile?.body) throw new Error("no profile in the table");
  expect((await send(profile, JSON.stringify(profile.body(subject)))).status).toBe(200);
});
