import postgres from "postgres";
import { sessionIn } from "../builders/person.ts";
import { Product } from "../builders/product.ts";
import { startApp } from "../launcher/app-server.ts";
import { SANDBOX_STAFF } from "../launcher/environment.ts";
import { buildForTests, startSandboxProcess } from "../launcher/test-services.ts";
import { DEMO_CUSTOMERS, DEMO_PASSWORD } from "../seed/demo-accounts.ts";
import { seedOrders } from "../seed/seed-orders.ts";

/** The built product on throwaway services, with one connection to its database. */
export type BenchProduct = {
  url: string;
  /** The process that serves the product. */
  pid: number;
  environment: Record<string, string>;
  sql: postgres.Sql;
  stop: () => Promise<void>;
};

/**
 * Builds the product if needed and starts it with the given number of orders. Services and app run in their own
 * processes, so that neither shares a thread with the load generator.
 */
export async function startBenchProduct(root: string, orders: number): Promise<BenchProduct> {
  const log = console.log;
  await buildForTests(root, log);
  const { environment, stop: stopServices } = await startSandboxProcess({ root, withApp: false });
  const { APP_URL: url = "", SANDBOX_DATABASE_URL: databaseUrl = "" } = environment;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const ends = [stopServices, () => sql.end({ timeout: 5 })];
  const stop = async () => {
    while (ends.length > 0) await ends.pop()?.();
  };
  try {
    const app = await startApp({
      root,
      port: Number(new URL(url).port),
      mode: "start",
      env: { ...process.env, ...environment },
      onLine: (line) => process.env.DEBUG && log(line),
      onExit: (message) => console.error(message),
    });
    ends.push(() => app.stop());
    // The webhook for the demo collector's membership was sent before the app was running.
    await new Product(environment).control("/deliveries/flush");
    if (orders > 0) await seedOrders(databaseUrl, orders, log);
    return { url, pid: app.pid, environment, sql, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Logs in to a demo account and returns its cookies and access token. */
export async function logIn(
  url: string,
  who: "customer" | "staff",
): Promise<{ cookie: string; token: string }> {
  const email = who === "staff" ? SANDBOX_STAFF[0] : DEMO_CUSTOMERS[0];
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  if (!response.ok) throw new Error(`${email} can't log in: ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { cookie, token: sessionIn(cookie).access_token };
}

/** Returns an account's most recent delivered order, for the pages that show one order. */
export async function deliveredOrder({ sql }: BenchProduct): Promise<{ id: string; batch_id: string }> {
  const [order] = await sql<{ id: string; batch_id: string }[]>`
    select id, batch_id from public.grading_orders where submission_status = 'delivered' and user_id is not null
    order by submitted_at desc, id desc limit 1`;
  if (!order) throw new Error("There is no delivered order.");
  return order;
}
