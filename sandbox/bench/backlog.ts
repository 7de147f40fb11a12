import postgres from "postgres";
import { Members } from "../builders/members.ts";
import { Product, stripeOf } from "../builders/product.ts";
import { orderOfBatch } from "../builders/rows.ts";
import { createProgress } from "../launcher/progress.ts";
import { startTestSandbox } from "../launcher/test-sandbox.ts";
import { buildForTests } from "../launcher/test-services.ts";
import { printTable } from "./table.ts";

const EXPIRED = 50_000;
/** What a call of the payment service takes. */
const CALL_MS = 100;
const RUNS = 3;

/**
 * Measures how the reconcile job works off a week without webhooks and scheduler: fifty thousand reservations that ran
 * out, and beside them a lost payment, a refund and a renewal, each of which the first run must find. `--quick` takes two
 * thousand.
 */
export async function benchBacklog({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const expired = args.includes("--quick") ? EXPIRED / 25 : EXPIRED;
  await buildForTests(root, log);
  const sandbox = await startTestSandbox({ root, withApp: true });
  const sql = postgres(sandbox.environment.SANDBOX_DATABASE_URL ?? "", { max: 2, onnotice: () => {} });
  try {
    const product = new Product(sandbox.environment);
    const missed = await leaveBehind(product, sql);
    log(`Adding ${expired.toLocaleString("en-US")} reservations that ran out …`);
    await addExpired(sql, expired);
    await product.control("/faults", { target: "api", path: "/v1/*", delayMs: CALL_MS, times: null });
    const rows: string[][] = [];
    for (let run = 1; run <= RUNS; run++) {
      log(`Run ${run} of the job …`);
      const began = performance.now();
      const { status, body } = await product.runJob("/api/cron/reconcile");
      if (status !== 200) throw new Error(`the job answered ${status}`);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      rows.push([String(run), seconds, String(body.released), String(body.failed), ...(await missed())]);
    }
    const head = ["run", "seconds", "released", "failed", "lost payment", "refund", "renewal"];
    printTable(`${expired.toLocaleString("en-US")} reservations, ${CALL_MS} ms a call`, head, rows);
    const first = rows[0] ?? [];
    if (first.slice(4).includes("no")) throw new Error("the first run did not find all that was missed");
  } finally {
    await sql.end({ timeout: 5 });
    await sandbox.stop();
  }
}

/** Leaves a payment, a refund and a renewal behind of which nobody heard; answers how to read which are made good. */
async function leaveBehind(product: Product, sql: postgres.Sql): Promise<() => Promise<string[]>> {
  const stripe = stripeOf(product);
  const members = new Members(product, sql);
  const member = await members.joinAsMember("pro");
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  const lost = (await product.openCheckout({})).body;
  await product.pay(lost.sessionId);
  const refunded = (await product.openCheckout({})).body;
  await product.pay(refunded.sessionId);
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(refunded.sessionId);
  await stripe.refunds.create({ payment_intent: String(intent) });
  await sql`update public.subscriptions set current_period_start = now() - interval '37 days',
    current_period_end = now() - interval '7 days' where user_id = ${member.userId}`;
  await sql`update public.stripe_customers set synced_at = now() - interval '8 days'
    where user_id = ${member.userId}`;
  const yes = (isSo: boolean | undefined) => (isSo ? "yes" : "no");
  return async () => {
    const row = await members.rowOf(member);
    return [
      yes((await orderOfBatch(sql, lost.batch_id))?.payment_status === "paid"),
      yes((await orderOfBatch(sql, refunded.batch_id))?.payment_status === "canceled"),
      yes(row.current_period_end.getTime() > Date.now()),
    ];
  };
}

/** Adds orders whose payment page the payment service has to be asked about, all past their reservation. */
async function addExpired(sql: postgres.Sql, count: number): Promise<void> {
  await sql`insert into public.grading_orders (batch_id, guest_email, plan_type, num_cards, rate_cents, grading_fee,
      quota_month, stripe_session_id, reservation_expires_at)
    select 'BATCH-BACKLOG' || lpad(n::text, 6, '0') || '-TEST', 'guest@example.test', 'payg', 1, 2500, 25,
      date_trunc('month', now())::date, 'cs_test_backlog' || lpad(n::text, 12, '0'), now() - interval '7 days'
    from generate_series(1, ${count}) as n`;
}
