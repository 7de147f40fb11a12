import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { Product } from "../../sandbox/builders/product.ts";
import type { Sql } from "../../sandbox/builders/test-database.ts";
import { anyFreePort } from "../../sandbox/launcher/ports.ts";
import {
  startSandboxProcess,
  type TestServices,
  templateSandbox,
} from "../../sandbox/launcher/test-services.ts";
import { Nginx } from "../../sandbox/nginx/nginx.ts";
import { AppProcess } from "./app-process.ts";

type Instance = { port: number; app: AppProcess };

export class Instances {
  readonly product = new Product(() => this.settings);
  readonly #changed: Record<string, string>;
  #instances: Instance[] = [];
  #services: TestServices | undefined;
  #nginx: Nginx | undefined;
  #sql: Sql | undefined;

  constructor(changed: Record<string, string> = {}) {
    this.#changed = { TRUSTED_PROXY_HOPS: "1", ...changed };
  }

  get settings(): Record<string, string> {
    if (!this.#services) throw new Error("The services are not started.");
    return this.#services.environment;
  }

  get nginx(): Nginx {
    if (!this.#nginx) throw new Error("nginx is not started.");
    return this.#nginx;
  }

  get sql(): Sql {
    this.#sql ??= postgres(this.product.setting("SANDBOX_DATABASE_URL"), { max: 2, onnotice: () => {} });
    return this.#sql;
  }

  async begin(count: number): Promise<void> {
    const root = process.cwd();
    const template = await templateSandbox(root);
    this.#services = await startSandboxProcess({ root, withApp: false, template });
    for (let n = 0; n < count; n++) this.#instances.push({ port: await anyFreePort(), app: this.#process() });
    await Promise.all(this.#instances.map((instance) => this.#start(instance)));
    const port = Number(new URL(this.product.appUrl).port);
    this.#nginx = await Nginx.start({ root, port, instances: this.#instances.map((one) => one.port) });
  }

  /** Restarts the instances one by one, as docs/operations.md says. Returns how each ended and how long that took. */
  async restart(): Promise<{ said: string; ms: number }[]> {
    const ended: { said: string; ms: number }[] = [];
    for (const instance of this.#instances) {
      await this.nginx.leaveOut(instance.port);
      ended.push(await instance.app.terminate());
      await this.#start(instance);
      await this.nginx.leaveOut(null);
    }
    return ended;
  }

  async end(): Promise<void> {
    await this.#nginx?.stop();
    await Promise.all(this.#instances.map(({ app }) => app.kill()));
    await this.#sql?.end();
    await this.#services?.stop();
  }

  #process(): AppProcess {
    const settings = this.settings as ConstructorParameters<typeof AppProcess>[0];
    return new AppProcess({ ...settings, ...this.#changed });
  }

  #settingsAt(port: number): Record<string, string> {
    return { ...this.settings, APP_URL: `http://localhost:${port}` };
  }

  async #start({ port, app }: Instance): Promise<void> {
    await app.start({}, port);
    const { status, body } = await new Product(this.#settingsAt(port)).get(apiPaths.ready);
    if (status !== 200) throw new Error(`An instance is not ready: ${JSON.stringify(body)}`);
  }
}
