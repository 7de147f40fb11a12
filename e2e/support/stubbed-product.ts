import postgres from "postgres";
import { ownSandbox, type SandboxSettings } from "../../sandbox/builders/named-sandbox.ts";
import { addAuthenticator, PASSWORD } from "../../sandbox/builders/person.ts";
import { Product } from "../../sandbox/builders/product.ts";
import { AppProcess, atOwnAddress } from "./app-process.ts";
import { AuthStub } from "./auth-stub.ts";

/** An app with a stubbed auth service that offers sign-in through other sites. */
export class StubbedProduct {
  readonly stub = new AuthStub();
  readonly product = new Product(() => this.settings);
  readonly lines: string[] = [];
  readonly #changed: Record<string, string>;
  #settings: SandboxSettings | undefined;
  #app: AppProcess | undefined;

  constructor(changed: Record<string, string> = {}) {
    this.#changed = changed;
  }

  readonly fixtures = {
    product: this.product,
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
    baseURL: async ({}, use: (url: string) => Promise<void>) => use((await this.#prepare()).APP_URL),
  };

  get settings(): SandboxSettings {
    if (!this.#settings) throw new Error("The stubbed product is not started.");
    return this.#settings;
  }

  async start(): Promise<void> {
    const settings = await this.#prepare();
    this.#app = new AppProcess(settings, (line) => this.lines.push(line));
    const stub = await this.stub.start(settings.SUPABASE_URL);
    await this.#app.start({ SUPABASE_URL: stub });
  }

  /** Chooses the address once, because Playwright reads it before the first hook. */
  async #prepare(): Promise<SandboxSettings> {
    const common = { RATE_LIMIT_SCALE: "1000" };
    this.#settings ??= { ...(await atOwnAddress(ownSandbox())), ...common, ...this.#changed };
    return this.#settings;
  }

  async stop(): Promise<void> {
    await this.#app?.kill();
    await this.stub.stop();
  }

  /** A new account with the password `password123`. */
  async anAccount(): Promise<{ email: string; password: string }> {
    const { email } = await this.product.person();
    return { email, password: PASSWORD };
  }

  /** A new account with an authenticator app, and the app's key. */
  async anEnrolledAccount(): Promise<{ email: string; password: string; key: string }> {
    const { email, userId } = await this.product.person();
    const sql = postgres(this.settings.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });
    const key = await addAuthenticator(sql, userId);
    await sql.end();
    return { email, password: PASSWORD, key };
  }
}
