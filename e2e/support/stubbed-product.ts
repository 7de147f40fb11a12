import { sandboxNamed } from "../../sandbox/builders/named-sandbox.ts";
import { Product } from "../../sandbox/builders/product.ts";
import { AppProcess } from "./app-process.ts";
import { AuthStub } from "./auth-stub.ts";

/** An instance of the product in front of an auth service that offers what the sandbox's own does not. */
export class StubbedProduct {
  readonly stub: AuthStub;
  readonly product: Product;
  readonly settings: Record<string, string>;
  readonly #app: AppProcess;

  /**
   * On a sandbox whose limits no test exhausts, unless `changed` says so; `port` is where it listens: each test file has
   * its own.
   */
  constructor(port: number, changed: Record<string, string> = {}) {
    const settings = sandboxNamed("events");
    this.settings = {
      ...settings,
      APP_URL: `http://localhost:${port}`,
      RATE_LIMIT_SCALE: "1000",
      AUTH_SECOND_FACTOR: "totp",
      ...changed,
    };
    this.stub = new AuthStub(settings.SUPABASE_URL, settings.SUPABASE_JWT_SECRET);
    this.product = new Product(this.settings);
    this.#app = new AppProcess(this.settings);
  }

  async start(): Promise<void> {
    await this.#app.start({ SUPABASE_URL: await this.stub.start() });
  }

  async stop(): Promise<void> {
    await this.#app.kill();
    await this.stub.stop();
  }

  /** A new account with the password `password123`. */
  async anAccount(): Promise<{ email: string; password: string }> {
    const { email } = await this.product.person();
    return { email, password: "password123" };
  }

  /** A new account with an authenticator app. */
  async anEnrolledAccount(): Promise<{ email: string; password: string }> {
    const account = await this.anAccount();
    this.stub.enrolled.add(account.email);
    return account;
  }
}
