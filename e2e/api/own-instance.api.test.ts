import { once } from "node:events";
import { connect } from "node:net";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { aBatchId, anEmail, uniqueToken } from "../../sandbox/builders/ids.ts";
import { emailsThatCame, emailsTo } from "../../sandbox/builders/mailbox.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { expiredSession, PASSWORD, sessionCookieOf, sessionIn } from "../../sandbox/builders/person.ts";
import {
  type Answer,
  type Caller,
  eventually,
  logInAsCustomer,
  Product,
} from "../../sandbox/builders/product.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { AuthStub } from "../support/auth-stub.ts";
import { textOf } from "../support/html-head.ts";
import { anAddress } from "../support/limited-uses.ts";
import { sendRaw } from "../support/raw-request.ts";
import { ServiceProxy } from "../support/service-proxy.ts";

/** A new address per call, so that the sandbox's other instance isn't limited. */
class FromAnywhere extends Product {
  override post(path: string, body: unknown, who: Caller = {}): Promise<Answer> {
    return super.post(path, body, { address: anAddress(), ...who });
  }
}

const sandbox = ownSandbox();
const sql = database();
const stub = new AuthStub();
const payments = new ServiceProxy(sandbox.STRIPE_API_URL);
const lines: string[] = [];
let services: ServiceProxy;
let product: Product;
let app: AppProcess;

beforeAll(async () => {
  const settings = await atOwnAddress(sandbox);
  services = new ServiceProxy(await stub.start(settings.SUPABASE_URL));
  product = new FromAnywhere(settings);
  app = new AppProcess(settings, (line) => lines.push(line));
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
/** An instance reuses its last readiness result for a second. */
const readyAs = (isSo: (answer: Awaited<ReturnType<typeof ask>>) => boolean) =>
  eventually(() => ask(apiPaths.ready), isSo);

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

  test("stays alive but isn't ready while the data service is away", async () => {
    services.set("refuse");
    expect(await readyAs(({ status }) => status === 503)).toMatchObject({
      status: 503,
      body: { status: "not_ready", database: "away", auth: "away" },
    });
    expect((await ask(apiPaths.health)).status).toBe(200);
    services.set("pass");
    expect(await readyAs(({ status }) => status === 200)).toMatchObject({ body: { status: "ready" } });
  });
});

describe("outages", () => {
  const NOTHING_CHARGED = { error: expect.stringMatching(/You haven't been charged/) };

  test("refuses a checkout with a plain message while the data service is away", async () => {
    services.set("refuse");
    expect(await product.openCheckout({})).toMatchObject({ status: 503, body: NOTHING_CHARGED });
  });

  test("shows on each page what to do while the data service is down", async () => {
    const { cookie } = await logInAsCustomer(product);
    const page = async (path: string) => (await product.get(path, { cookie })).body;
    // The app now has the published keys, so it doesn't need the auth service.
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

  test("says that an expired session can't be verified while auth is down", async () => {
    const { cookie } = await logInAsCustomer(product);
    const expired = sessionCookieOf(expiredSession(sessionIn(cookie)));
    services.set("refuse");
    const { body } = await product.get(paths.dashboard, { cookie: expired });
    expect(body).toContain("Error Loading Dashboard");
    expect(body).toContain("Unable to verify user session");
  });

  test("logs a failed page with its route and shows the reference ID", async () => {
    services.set("refuse");
    const token = "a".repeat(43);
    const { status, headers, body } = await product.get(`${paths.track(token)}?q=${uniqueToken()}`);
    expect(status).toBe(500);
    const request = headers.get("x-request-id");
    const line = await lineOf("page.failed", request);
    expect(line).toMatchObject({ level: "error", route: "/track/[id]" });
    expect(line.reference).toMatch(new RegExp(`^${request}(-\\d+)?$`));
    expect(body).toContain(line.reference);
    expect(lines.filter((one) => one.startsWith("{") && one.includes(token))).toEqual([]);
  });
});

async function lineOf(event: string, request: string | null) {
  const line = await eventually(
    async () => lines.find((one) => one.includes(`"${event}"`) && one.includes(`"request":"${request}"`)),
    Boolean,
  );
  return JSON.parse(line ?? "{}");
}

test("keeps a proxy's plain request ID and replaces any other", async () => {
  const hook = (id: string) =>
    sendRaw(product.appUrl, {
      method: "POST",
      target: apiPaths.stripeWebhook,
      headers: { "x-request-id": id, "x-forwarded-for": anAddress() },
    });
  const id = "0b0f3e1c-5d3e-4b43-9d0e-3f7a5a1c2b4d";
  expect((await hook(id)).headers["x-request-id"]).toBe(id);
  expect(await lineOf("webhook.refused", id)).toMatchObject({ status: 400 });
  for (const odd of ["short", "jane@example.org", "DYNAMIC_SERVER_USAGE", "x".repeat(65)])
    expect((await hook(odd)).headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
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
    await eventually(
      async () => done,
      (now) => now >= count,
    );
    stub.intercept = undefined;
  }

  test("answers every lookup of a batch alike", async () => {
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

  test("answers before the look-up, also when that fails", async () => {
    const { email, batch, id } = await aBatch();
    const held = Promise.withResolvers<void>();
    stub.intercept = async ({ path }) => {
      if (path !== LOOK_UP) return undefined;
      await held.promise;
      return { status: 500, body: { code: "XX000", message: `no ${email}` } };
    };
    expect(await find({ email, batch })).toMatchObject({ status: 200, body: { asked: true } });
    const failures = async () => lines.filter((line) => line.includes("tracking.not_looked_up")).length;
    const before = await failures();
    held.resolve();
    await eventually(failures, (count) => count > before);
    expect(await queuedFor(id)).toBe(0);
  });

  test("emails the link once to the stored address, and logs neither", async () => {
    const { id, email, batch } = await aBatch();
    const typed = {
      email: ` ${email.toUpperCase()} `,
      batch: batch.slice(6).toLowerCase().replace("-", " "),
    };
    await lookingUp(3, async () => {
      for (const asked of [typed, { email, batch }]) expect((await find(asked)).status).toBe(200);
    });
    const [mail] = await emailsThatCame(email);
    expect(await queuedFor(id)).toBe(1);
    expect(mail?.subject).toBe(`Your tracking link (${batch})`);
    const token = /\/track\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const opened = await product.get(paths.track(token));
    expect(opened.status).toBe(200);
    expect(textOf(String(opened.body))).toContain(batch);
    const log = lines.join("\n");
    for (const secret of [token, email, email.toUpperCase(), batch]) expect(log).not.toContain(secret);
  });

  test("refuses an invalid email or batch ID at once", async () => {
    expect(await find({ email: "jane", batch: aBatchId() })).toMatchObject({
      status: 400,
      body: { code: "invalid_input", fields: { email: "Please enter a valid email address." } },
    });
    expect(await find({ email: anEmail(), batch: "?" })).toMatchObject({
      status: 400,
      body: { fields: { batch: "That isn't a batch ID. Batch IDs look like BATCH-3NA5SDF59-7F3K." } },
    });
  });

  // Must be last: it ends the instance.
  test("finishes open requests and lookups on shutdown", async () => {
    const { id, email, batch } = await aBatch();
    const idle = connect(Number(new URL(product.appUrl).port), "localhost");
    idle.write("GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await once(idle, "data");
    payments.set({ delayMs: 500 });
    const checkout = product.openCheckout({});
    await eventually(
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
