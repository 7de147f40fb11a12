import { once } from "node:events";
import { request } from "node:http";
import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import type { SandboxSettings } from "../../sandbox/builders/named-sandbox.ts";
import { eventually, logInAsCustomer, Product, pagesOf } from "../../sandbox/builders/product.ts";
import { expiredSession, sessionCookieOf, sessionIn } from "../../sandbox/builders/session-cookie.ts";
import type { Sql } from "../../sandbox/builders/test-database.ts";
import {
  startSandboxProcess,
  type TestServices,
  templateSandbox,
} from "../../sandbox/launcher/test-services.ts";
import { AppProcess } from "../support/app-process.ts";
import { ServiceProxy } from "../support/service-proxy.ts";

/** A sandbox of its own, whose app this file starts and kills. */
let sandbox: TestServices;
let settings: SandboxSettings;
let product: Product;
let app: AppProcess;
let sql: Sql;
const TEN_SECONDS = 10_000;
const MODES: [string, "refuse" | "silent"][] = [
  ["refuses connections", "refuse"],
  ["never answers", "silent"],
];

let database: ServiceProxy;
let payments: ServiceProxy;
let mailServer: ServiceProxy;
let services: ServiceProxy[];
let behindProxies: Record<string, string>;

beforeAll(async () => {
  const root = process.cwd();
  sandbox = await startSandboxProcess({ root, withApp: false, template: await templateSandbox(root) });
  settings = sandbox.environment as SandboxSettings;
  product = new Product(settings);
  app = new AppProcess(settings);
  sql = postgres(settings.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });
  database = new ServiceProxy(settings.SUPABASE_URL);
  payments = new ServiceProxy(settings.STRIPE_API_URL);
  mailServer = new ServiceProxy(settings.SMTP_URL);
  services = [database, payments, mailServer];
  behindProxies = {
    SUPABASE_URL: await database.start(),
    STRIPE_API_URL: await payments.start(),
    SMTP_URL: await mailServer.start(),
  };
  await app.start(behindProxies);
}, 120_000);

afterEach(() => {
  for (const service of services) service.set("pass");
});

afterAll(async () => {
  await app.kill();
  for (const service of services) await service.stop();
  await sql.end();
  await sandbox.stop();
});

const statusOf = async (batchId: string) =>
  (await sql`select payment_status from public.grading_orders where batch_id = ${batchId}`)[0]
    ?.payment_status;

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = Date.now();
  return { value: await work(), ms: Date.now() - started };
}

test("a payment made while the app is dead is paid and mailed once when it is back", async () => {
  const email = `crash-${newBatchId().toLowerCase()}@example.com`;
  const opened = await product.openCheckout({});
  await app.kill();
  await product.pay(opened.body.sessionId, { email });
  expect(await statusOf(opened.body.batch_id)).toBe("unpaid");

  await app.start(behindProxies);
  await eventually(
    () => statusOf(opened.body.batch_id),
    (status) => status === "paid",
  );
  await eventually(
    () => mailsTo(email, settings.MAILBOX_URL),
    (mails) => mails.length === 1,
  );
  await product.runJob("/api/cron/reconcile");
  await product.runJob("/api/cron/outbox");
  expect(await mailsTo(email, settings.MAILBOX_URL)).toHaveLength(1);
});

test("a payment whose events all get lost is found by the reconcile job", async () => {
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId);
  expect(await statusOf(opened.body.batch_id)).toBe("unpaid");
  const report = await product.runJob("/api/cron/reconcile");
  expect(report).toMatchObject({ status: 200, body: { fulfilled: 1, failed: 0 } });
  expect(await statusOf(opened.body.batch_id)).toBe("paid");
  await product.control("/faults", {}, "DELETE");
});

test("an abandoned payment page ends as canceled, and its late payment is refused", async () => {
  const opened = await product.openCheckout({});
  await sql`update public.grading_orders set reservation_expires_at = now() - interval '1 second'
            where batch_id = ${opened.body.batch_id}`;
  await product.runJob("/api/cron/reconcile");
  expect(await statusOf(opened.body.batch_id)).toBe("canceled");
  expect((await product.pay(opened.body.sessionId)).status).toBe(409);
});

test.each(MODES)(
  "with a database that %s, a checkout fails with a plain message in time",
  async (_, mode) => {
    database.set(mode);
    const { value, ms } = await timed(() => product.openCheckout({}));
    expect(value).toMatchObject({
      status: 503,
      body: { error: expect.stringMatching(/Nothing was (changed or )?charged/) },
    });
    expect(ms).toBeLessThan(TEN_SECONDS);
  },
);

test.each(MODES)("with a payment service that %s, the same batch can be paid later", async (_, mode) => {
  const batchId = newBatchId();
  payments.set(mode);
  const { value, ms } = await timed(() => product.openCheckout({}, 2, batchId));
  expect(value).toMatchObject({
    status: 503,
    body: { error: expect.stringMatching(/Nothing was (changed or )?charged/) },
  });
  expect(ms).toBeLessThan(TEN_SECONDS);

  payments.set("pass");
  const again = await product.openCheckout({ cookie: value.cookie }, 2, batchId);
  expect(again).toMatchObject({ status: 200, body: { batch_id: batchId } });
  await product.pay(again.body.sessionId);
  await eventually(
    () => statusOf(batchId),
    (status) => status === "paid",
  );
});

describe("a signed-in person's pages, with a database that", () => {
  const page = (path: string, cookie: string) => product.get(path, { cookie });

  test.each(MODES)("%s, say what to do", async (_, mode) => {
    const { cookie } = await logInAsCustomer(product);
    database.set(mode);
    const dashboard = await timed(() => page("/dashboard", cookie));
    expect(dashboard.value.body).toContain(
      "Unable to load your submissions. Please try refreshing the page.",
    );
    expect(dashboard.ms).toBeLessThan(TEN_SECONDS);
    const submit = await timed(() => page("/submit", cookie));
    expect(submit.value.body).toContain("check your subscription status. Please try refreshing the page.");
    expect(submit.value.body).not.toContain("Number of cards");
    expect(submit.ms).toBeLessThan(TEN_SECONDS);
    const profile = await timed(() => page("/portal/profile", cookie));
    expect(profile.value.body).toContain("Failed to load profile");
    expect(profile.value.body).toContain("Refresh Page");
    expect(profile.ms).toBeLessThan(TEN_SECONDS);
  });

  test("never answers, is not asked again and again for what lies in a table", async () => {
    const { cookie } = await logInAsCustomer(product);
    database.set("silent");
    expect((await page("/api/profile", cookie)).status).toBe(503);
    // By default the client asks four times, which takes 27 seconds where nobody ends it.
    expect(database.taken).toBeLessThan(4);
  });
});

test("while the auth service is away, a dashboard whose session must be renewed says that it cannot verify it", async () => {
  const { cookie } = await logInAsCustomer(product);
  const expired = sessionCookieOf(expiredSession(sessionIn(cookie)));
  database.set("refuse");
  const response = await fetch(`${product.appUrl}/dashboard`, {
    headers: { cookie: expired },
  });
  const text = await response.text();
  expect(text).toContain("Error Loading Dashboard");
  expect(text).toContain("Unable to verify user session");
});

test("a failure that the payment service has stored under the key is passed by", async () => {
  await product.control("/faults", {
    target: "api",
    method: "POST",
    path: "/v1/checkout/sessions",
    status: 500,
    stored: true,
    times: 1,
  });
  const opened = await product.openCheckout({});
  expect(opened.status).toBe(200);
  expect((await product.pay(opened.body.sessionId)).status).toBe(200);
});

test("an answer that gets lost leads to the same page at the next try", async () => {
  await product.control("/faults", {
    target: "api",
    method: "POST",
    path: "/v1/checkout/sessions",
    when: "after",
    dropConnection: true,
    times: 2,
  });
  const batchId = newBatchId();
  const first = await product.openCheckout({}, 2, batchId);
  expect(first.status).toBe(503);
  const second = await product.openCheckout({ cookie: first.cookie }, 2, batchId);
  expect(second).toMatchObject({ status: 200, body: { batch_id: batchId } });
  const rows = await sql<{ id: string }[]>`select id from public.grading_orders where batch_id = ${batchId}`;
  expect(rows).toHaveLength(1);
  // Both tries carry one idempotency key: without it a second page would lie at the payment service, payable.
  expect(await pagesOf(product, { order_id: rows[0]?.id ?? "" })).toEqual([
    { id: second.body.sessionId, status: "open" },
  ]);
});

test("with a mail server that is down, the order is paid and its mail follows later, once", async () => {
  const email = `mail-${newBatchId().toLowerCase()}@example.com`;
  mailServer.set("refuse");
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email });
  await eventually(
    () => statusOf(opened.body.batch_id),
    (status) => status === "paid",
  );
  // Not its attempt alone: what became of that is written after it, and puts the next one off.
  await eventually(
    async () =>
      (
        await sql`select last_error from public.outbox o join public.grading_orders g
      on g.id = (o.payload ->> 'order_id')::uuid where g.batch_id = ${opened.body.batch_id}`
      )[0]?.last_error,
    (error) => typeof error === "string",
  );
  expect(await mailsTo(email, settings.MAILBOX_URL)).toHaveLength(0);

  mailServer.set("pass");
  // An attempt that was under way may still put the next one off.
  await eventually(
    async () => {
      await sql`update public.outbox set next_attempt_at = now() where sent_at is null`;
      await product.runJob("/api/cron/outbox");
      return mailsTo(email, settings.MAILBOX_URL);
    },
    ({ length }) => length > 0,
  );
  await product.runJob("/api/cron/outbox");
  expect(await mailsTo(email, settings.MAILBOX_URL)).toHaveLength(1);
});

test("the scheduled jobs want their secret", async () => {
  for (const path of ["/api/cron/reconcile", "/api/cron/outbox"]) {
    expect((await product.post(path, {})).status).toBe(401);
    expect((await product.post(path, {}, { token: "wrong-secret-wrong-secret-wrong-secret" })).status).toBe(
      401,
    );
  }
});

// The last test: it ends the app.
test("an app that is asked to end does not wait for a question that never ends", async () => {
  const stuck = request(new URL(apiPaths.login, product.appUrl), {
    method: "POST",
    // The server says that it has begun to read.
    headers: { "content-type": "application/json", "content-length": "1000", expect: "100-continue" },
  });
  stuck.on("error", () => {});
  await once(stuck, "continue");
  stuck.write("{");
  const { said, ms } = await app.terminate();
  expect(said).toContain("code 143");
  expect(ms).toBeLessThan(12_000);
  stuck.destroy();
});
