import { once } from "node:events";
import { connect } from "node:net";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { aBatchId, anEmail } from "../../sandbox/builders/ids.ts";
import { emailsThatCame, emailsTo } from "../../sandbox/builders/mailbox.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { expiredSession, PASSWORD, sessionCookieOf, sessionIn } from "../../sandbox/builders/person.ts";
import {
  type Answer,
  type Caller,
  logInAsCustomer,
  Product,
  waitUntil,
} from "../../sandbox/builders/product.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { AuthStub } from "../support/auth-stub.ts";
import { anAddress } from "../support/limited-uses.ts";
import { ServiceProxy } from "../support/service-proxy.ts";

/** Uses a new client address per call, so that the sandbox's other instance isn't rate-limited. */
class FromAnywhere extends Product {
  override post(path: string, body: unknown, who: Caller = {}): Promise<Answer> {
    return super.post(path, body, { address: anAddress(), ...who });
  }
}

const sandbox = ownSandbox();
const sql = database();
const stub = new AuthStub();
const payments = new ServiceProxy(sandbox.STRIPE_API_URL);
let services: ServiceProxy;
let product: Product;
let app: AppProcess;

beforeAll(async () => {
  const settings = await atOwnAddress(sandbox);
  services = new ServiceProxy(await stub.start(settings.SUPABASE_URL));
  product = new FromAnywhere(settings);
  app = new AppProcess(settings);
  await app.start({
    SUPABASE_URL: await services.start(),
    STRIPE_API_URL: await payments.start(),
    RATE_LIMIT_SCALE: "1",
    TRUSTED_PROXY_HOPS: "1",
    AUTH_SECOND_FACTOR: "",
  });
}, 60_000);
afterEach(() => {
  stub.intercept = undefined;
  for (const service of [services, payments]) service.set("pass");
});
afterAll(async () => {
  await app.kill();
  for (const service of [services, payments, stub]) await service.stop();
  await sql.end();
});

const ask = async (path: string) => {
  const { status, body, headers } = await product.get(path);
  return { status, body, cache: headers.get("cache-control") };
};

describe("health", () => {
  test("reports alive and ready without calling Stripe or the mail server", async () => {
    expect(await ask(apiPaths.health)).toEqual({
      status: 200,
      body: { status: "alive" },
      cache: "private, no-store",
    });
    expect(await ask(apiPaths.ready)).toEqual({
      status: 200,
      body: { status: "ready", database: "ok", auth: "ok", payments: "unknown", mail: "unknown" },
      cache: "private, no-store",
    });
  });
});

describe("outages", () => {
  const NOTHING_CHARGED = { error: expect.stringMatching(/You haven't been charged/) };

  test("rejects a checkout and says that nothing was charged while the data service is down", async () => {
    services.set("refuse");
    expect(await product.openCheckout({})).toMatchObject({ status: 503, body: NOTHING_CHARGED });
  });

  test("shows on each page what to do while the data service is down", async () => {
    const { cookie } = await logInAsCustomer(product);
    const page = async (path: string) => (await product.get(path, { cookie })).body;
    // Caches the published keys, so the app doesn't need the auth service.
    await page(paths.dashboard);
    services.set("refuse");
    expect(await page(paths.dashboard)).toContain(
      "Unable to load your submissions. Please try refreshing the page.",
    );
    const submit = await page(paths.submit);
    expect(submit).toContain("check your subscription status. Please try refreshing the page.");
    expect(submit).not.toContain("Number of cards");
    const profile = await page(paths.profile);
    expect(profile).toContain("Failed to load profile");
    expect(profile).toContain("Refresh Page");
  });

  test("says that an expired session can't be verified while the auth service is down", async () => {
    const { cookie } = await logInAsCustomer(product);
    const expired = sessionCookieOf(expiredSession(sessionIn(cookie)));
    services.set("refuse");
    const { body } = await product.get(paths.dashboard, { cookie: expired });
    expect(body).toContain("Error Loading Dashboard");
    expect(body).toContain("Unable to verify user session");
  });
});

test("offers no two-step sign-in when the setting is off", async () => {
  const me = await logInAsCustomer(product);
  const asked = await product.post(apiPaths.authenticator, { currentPassword: PASSWORD }, me);
  expect(asked).toMatchObject({ status: 404, body: { error: "Two-step sign-in isn't available." } });
});

describe("finding a batch", () => {
  const LOOK_UP = "/rest/v1/rpc/enqueue_tracking_link";
  const find = (body: object) => product.post(apiPaths.findBatch, body);
  const queuedFor = async (id: string) =>
    (await sql`select 1 from outbox where kind = 'tracking_link' and payload ->> 'order_id' = ${id}`).length;
  async function aBatch(columns: Parameters<typeof addOrder>[1] = {}) {
    const email = anEmail();
    const { id, batch_id: batch } = await addOrder(sql, {
      guest_email: email,
      batch_id: aBatchId(),
      ...columns,
    });
    return { id, email, batch };
  }
  const seen = ({ status, body, headers }: Answer) => {
    const kept = [...headers].filter(([name]) => name !== "date" && name !== "x-request-id");
    return { status, body, headers: kept };
  };

  async function lookingUp(count: number, work: () => Promise<void>): Promise<void> {
    let done = 0;
    stub.intercept = ({ path }) => {
      if (path === LOOK_UP) done++;
      return undefined;
    };
    await work();
    await waitUntil(
      async () => done,
      (now) => now >= count,
    );
    stub.intercept = undefined;
  }

  test("returns the same response to every batch lookup", async () => {
    const [mine, other] = [await aBatch(), await aBatch()];
    const unpaid = await aBatch({ payment_status: "unpaid" });
    const answers: Answer[] = [];
    await lookingUp(5, async () => {
      for (const asked of [
        { email: mine.email, batch: mine.batch },
        { email: anEmail(), batch: aBatchId() },
        { email: other.email, batch: mine.batch },
        { email: unpaid.email, batch: unpaid.batch },
      ])
        answers.push(await find(asked));
    });
    expect(answers[0]).toMatchObject({ status: 200, body: { asked: true } });
    for (const answer of answers) expect(seen(answer)).toEqual(seen(answers[0] as Answer));
    await emailsThatCame(mine.email);
    expect([await queuedFor(mine.id), await queuedFor(other.id), await queuedFor(unpaid.id)]).toEqual([
      1, 0, 0,
    ]);
    expect(await emailsTo(other.email)).toEqual([]);
  });

  // Must be last: it ends the instance.
  test("finishes open requests and lookups on shutdown", async () => {
    const { id, email, batch } = await aBatch();
    const idle = connect(Number(new URL(product.appUrl).port), "localhost");
    idle.write("GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await once(idle, "data");
    payments.set({ delayMs: 500 });
    const checkout = product.openCheckout({});
    await waitUntil(
      async () => payments.taken,
      (count) => count > 0,
    );
    expect((await find({ email, batch })).status).toBe(200);
    const ended = app.terminate();
    expect((await checkout).status).toBe(200);
    expect((await ended).said).toContain("code 143");
    expect(await queuedFor(id)).toBe(1);
    idle.destroy();
  });
});
