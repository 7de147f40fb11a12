import postgres from "postgres";
import { brokenInvariants } from "../../sandbox/builders/broken-invariants.ts";
import { Product } from "../../sandbox/builders/product.ts";
import type { Sql } from "../../sandbox/builders/test-database.ts";
import {
  startSandboxProcess,
  type TestServices,
  templateSandbox,
} from "../../sandbox/launcher/test-services.ts";
import { AppProcess } from "./app-process.ts";
import { collectedPayments } from "./collected-payments.ts";
import { HoldingProxy } from "./holding-proxy.ts";

/** An app with its own services, which a test can kill and restart. */
export class KillableApp {
  readonly database = new HoldingProxy();
  readonly payments = new HoldingProxy();
  readonly product = new Product(() => this.settings);
  #services: TestServices | undefined;
  #doors: Record<string, string> = {};
  #app: AppProcess | undefined;
  #sql: Sql | undefined;

  get settings(): Record<string, string> {
    if (!this.#services) throw new Error("The services are not started.");
    return this.#services.environment;
  }

  get sql(): Sql {
    this.#sql ??= postgres(this.product.setting("SANDBOX_DATABASE_URL"), { max: 2, onnotice: () => {} });
    return this.#sql;
  }

  async begin(): Promise<void> {
    const root = process.cwd();
    const template = await templateSandbox(root);
    this.#services = await startSandboxProcess({ root, withApp: false, template });
    this.#doors = {
      SUPABASE_URL: await this.database.before(this.product.setting("SUPABASE_URL")),
      STRIPE_API_URL: await this.payments.before(this.product.setting("STRIPE_API_URL")),
      RATE_LIMIT_SCALE: "1000",
    };
    this.#app = new AppProcess(this.settings as ConstructorParameters<typeof AppProcess>[0]);
    await this.start();
  }

  start = async () => this.#app?.start(this.#doors);

  async kill(): Promise<void> {
    await this.#app?.kill();
    this.database.pass();
    this.payments.pass();
  }

  async end(): Promise<void> {
    await this.#app?.kill();
    await this.database.stop();
    await this.payments.stop();
    await this.#sql?.end();
    await this.#services?.stop();
  }

  async aMinuteLater(): Promise<void> {
    await this
      .sql`update public.stripe_events set tried_at = tried_at - interval '1 hour' where processed_at is null`;
    // Locks the rows in ID order, because the app may hold some of the locks.
    await this.sql`update public.outbox set next_attempt_at = now(), locked_until = null where id in (
      select o.id from public.outbox o where o.sent_at is null order by o.id for update)`;
    await this.product.runJob("/api/cron/reconcile");
    await this.product.runJob("/api/cron/outbox");
  }

  async broken(orders: readonly string[]): Promise<string[]> {
    return brokenInvariants(this.sql, orders, await collectedPayments(this.product, orders));
  }
}
