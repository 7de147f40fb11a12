import postgres from "postgres";
import { Product } from "../builders/product.ts";
import { startApp } from "../launcher/app-server.ts";
import type { Child } from "../launcher/child-process.ts";
import { buildForTests, startSandboxProcess, type TestServices } from "../launcher/test-services.ts";

/**
 * The built product on throw-away services. Those are in a process of their own, so that neither they nor the app share
 * a thread with what makes the load.
 */
export class BenchProduct {
  readonly environment: Record<string, string>;
  readonly sql: postgres.Sql;
  readonly #root: string;
  readonly #services: TestServices;
  #app: Child | undefined;

  private constructor(root: string, services: TestServices) {
    this.#root = root;
    this.#services = services;
    this.environment = services.environment;
    this.sql = postgres(this.environment.SANDBOX_DATABASE_URL ?? "", { max: 2, onnotice: () => {} });
  }

  /** Builds the product where that is needed, and starts it. */
  static async start(root: string, log: (line: string) => void): Promise<BenchProduct> {
    await buildForTests(root, log);
    const product = new BenchProduct(root, await startSandboxProcess({ root, withApp: false }));
    try {
      await product.startApp();
      // The demo collector's membership is told by a webhook that found no app before.
      await new Product(product.environment).control("/deliveries/flush");
      return product;
    } catch (error) {
      await product.stop();
      throw error;
    }
  }

  get url(): string {
    return this.environment.APP_URL ?? "";
  }

  /** The process that answers the product's requests. */
  get pid(): number {
    if (!this.#app) throw new Error("the app is not running");
    return this.#app.pid;
  }

  /** Starts the app anew, with `changed` settings on top; the services go on. */
  async startApp(changed: Record<string, string> = {}): Promise<void> {
    await this.#app?.stop();
    this.#app = await startApp({
      root: this.#root,
      port: Number(new URL(this.url).port),
      mode: "start",
      env: { ...process.env, ...this.environment, ...changed },
      onLine: (line) => process.env.DEBUG && console.log(line),
      onExit: (message) => console.error(message),
    });
  }

  async stop(): Promise<void> {
    await this.sql.end({ timeout: 5 });
    await this.#app?.stop();
    await this.#services.stop();
  }
}
