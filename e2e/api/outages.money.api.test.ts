import { once } from "node:events";
import { request } from "node:http";
import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import type { SandboxSettings } from "../../sandbox/builders/named-sandbox.ts";
import { eventually, Product } from "../../sandbox/builders/product.ts";
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

test("records and emails once a payment made while the app was down", async () => {
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
    () => emailsTo(email, settings.MAILBOX_URL),
    (mails) => mails.length === 1,
  );
  await product.runJob("/api/cron/reconcile");
  await product.runJob("/api/cron/outbox");
  expect(await emailsTo(email, settings.MAILBOX_URL)).toHaveLength(1);
});

test("cancels an abandoned payment page and refuses its late payment", async () => {
  const opened = await product.openCheckout({});
  await sql`update public.grading_orders set reservation_expires_at = now() - interval '1 second'
            where batch_id = ${opened.body.batch_id}`;
  await product.runJob("/api/cron/reconcile");
  expect(await statusOf(opened.body.batch_id)).toBe("canceled");
  expect((await product.pay(opened.body.sessionId)).status).toBe(409);
});

test("pays the order and emails once later when the mail server is down", async () => {
  const email = `mail-${newBatchId().toLowerCase()}@example.com`;
  mailServer.set("refuse");
  const opened = await product.openCheckout({});
  await product.pay(opened.body.sessionId, { email });
  await eventually(
    () => statusOf(opened.body.batch_id),
    (status) => status === "paid",
  );
  // Wait for the recorded error, which postpones the next attempt.
  await eventually(
    async () =>
      (
        await sql`select last_error from public.outbox o join public.grading_orders g
      on g.id = (o.payload ->> 'order_id')::uuid where g.batch_id = ${opened.body.batch_id}`
      )[0]?.last_error,
    (error) => typeof error === "string",
  );
  expect(await emailsTo(email, settings.MAILBOX_URL)).toHaveLength(0);

  mailServer.set("pass");
  // An attempt in progress may still postpone the next one.
  await eventually(
    async () => {
      await sql`update public.outbox set next_attempt_at = now() where sent_at is null`;
      await product.runJob("/api/cron/outbox");
      return emailsTo(email, settings.MAILBOX_URL);
    },
    ({ length }) => length > 0,
  );
  await product.runJob("/api/cron/outbox");
  expect(await emailsTo(email, settings.MAILBOX_URL)).toHaveLength(1);
});

// Last, because it ends the app.
test("stops without waiting for a request that never ends", async () => {
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
