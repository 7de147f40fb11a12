import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { anEmail } from "../builders/ids.ts";
import { Members, priceOf, sessionOf } from "../builders/members.ts";
import { Product, payForBatch, stripeOf } from "../builders/product.ts";
import { orderOfBatch } from "../builders/rows.ts";
import { buildForTests, startSandboxProcess } from "./test-services.ts";

/*
 * The drill in docs/operations.md: a day of payments, a lost database, and a restore of yesterday's backup. The
 * payment service still has every payment made since the backup.
 */

jest.setTimeout(600_000);

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "slabrelay-restore-"));
// If root runs the tests, PostgreSQL runs as another user, who must be able to open the folder.
chmodSync(folder, 0o755);
const live = join(folder, "live");
const cluster = join(live, "postgres");
const backup = join(folder, "backup");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies the files of a stopped cluster with their owners. */
const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);

/** Serves the product on the data in `live` while `work` runs. */
async function served<T>(work: (product: Product, sql: postgres.Sql) => Promise<T>): Promise<T> {
  const { environment, stop } = await startSandboxProcess({ root, withApp: true, dataDir: live });
  const sql = postgres(environment.SANDBOX_DATABASE_URL ?? "", { max: 2, onnotice: () => {} });
  try {
    return await work(new Product(environment), sql);
  } finally {
    await sql.end();
    await stop();
  }
}

test("recovers payments made since the restored backup", async () => {
  await buildForTests(root, console.log);
  mkdirSync(live, { recursive: true });

  const yesterday = await served(async (product, sql) => {
    const member = await product.person();
    return {
      member,
      paid: await payForBatch(product, sql, {}, { email: anEmail() }),
      toRefund: await payForBatch(product, sql, {}, { email: anEmail() }),
      open: (await product.openCheckout({})).body,
    };
  });
  copy(cluster, backup);

  const today = await served(async (product, sql) => {
    await product.pay(yesterday.open.sessionId);
    await stripeOf(product).refunds.create({ payment_intent: yesterday.toRefund.payment });
    const members = new Members(product, sql);
    const { body } = await members.subscribe(yesterday.member, priceOf("pro"));
    await product.pay(sessionOf(body.url));
    await members.until(yesterday.member, (row) => row?.status === "active");
    await members.joinAsMember("starter");
    const guest = await payForBatch(product, sql, {}, { email: anEmail() });
    const newcomer = await product.person();
    const ofNewcomer = await payForBatch(product, sql, { token: newcomer.token });
    return { guest, ofNewcomer };
  });

  // Only the database is lost, not the payment service.
  rmSync(cluster, { recursive: true });
  copy(backup, cluster);

  await served(async (product, sql) => {
    const statusOf = async (batch: string) => (await orderOfBatch(sql, batch))?.payment_status;
    expect(await statusOf(yesterday.open.batch_id)).toBe("unpaid");
    expect(await statusOf(today.guest.batchId)).toBeUndefined();

    expect((await product.runJob("/api/cron/reconcile")).status).toBe(200);

    expect(await statusOf(yesterday.paid.batchId)).toBe("paid");
    expect(await statusOf(yesterday.open.batch_id)).toBe("paid");
    expect(await statusOf(yesterday.toRefund.batchId)).toBe("canceled");
    const memberships =
      await sql`select status, plan_type from subscriptions where user_id = ${yesterday.member.userId}`;
    expect(memberships).toEqual([expect.objectContaining({ status: "active", plan_type: "pro" })]);
    // Orders created after the backup are reported with the details that staff need to enter or refund them.
    const told = await sql<{ reason: string; detail: Record<string, unknown> }[]>`
      select reason, detail from payment_exceptions where resolved_at is null order by id`;
    // The membership of an account that no longer exists is also reported.
    expect(told.map(({ reason }) => reason).sort()).toEqual([
      "account_deleted",
      "order_not_found",
      "order_not_found",
    ]);
    const payments = told.flatMap(({ detail }) => detail.payment_intent_id ?? []);
    expect(payments.sort()).toEqual([today.guest.payment, today.ofNewcomer.payment].sort());

    const before = await sql`select id, payment_status, total_paid from grading_orders order by id`;
    expect((await product.runJob("/api/cron/reconcile")).status).toBe(200);
    expect(await sql`select id, payment_status, total_paid from grading_orders order by id`).toEqual(before);
  });
});
