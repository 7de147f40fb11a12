import type Stripe from "stripe";
import { SANDBOX_KEYS } from "../launcher/environment.ts";
import { neededPermissions } from "../setup/key-permissions.ts";
import { startStripeSandbox } from "../stripe/server.ts";
import { type Answer, Product, stripeOf } from "./product.ts";

/** A request as the payment sandbox has seen it. */
type SeenRequest = { params: Record<string, unknown>; idempotencyKey: string | null; status: number };

/** The payment sandbox of one test file, with what its tests do there beside the product. */
export class OwnPayments extends Product {
  /** The payment service's API, as somebody with the secret key uses it. */
  get stripe(): Stripe {
    return stripeOf(this);
  }

  /** Makes calls of the product go wrong: see "Faults of the API" in the sandbox's README. */
  fault(spec: Record<string, unknown>): Promise<Answer> {
    return this.control("/faults", { target: "api", ...spec });
  }

  /** Ends all faults. */
  mend(): Promise<Answer> {
    return this.control("/faults", {}, "DELETE");
  }

  /** Reads the calls of a method and path so far, oldest first. */
  async requests(method: "GET" | "POST", path: string): Promise<SeenRequest[]> {
    const { body } = await this.control(`/requests?method=${method}&path=${path}`, {}, "GET");
    return body.data;
  }

  /** Ends a delayed payment now. */
  settle(sessionId: string, outcome: "succeeded" | "failed"): Promise<Answer> {
    return this.control(`/checkout/sessions/${sessionId}/settle`, { outcome });
  }

  /** Pays a page by a bank debit, which stays on its way until `settle`. */
  payByBank(sessionId: string): Promise<Answer> {
    return this.pay(sessionId, { payment_method: "us_bank_account", account_number: "000123456789" });
  }
}

/**
 * Starts a payment sandbox for one test file and makes it the payment service of the product, which the test imports:
 * its faults, its clock, its lists and its log are then no other file's. It sends no webhooks. After each test all
 * faults end.
 */
export function ownPayments(): OwnPayments {
  const payments = new OwnPayments();
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const sandbox = await startStripeSandbox({
      port: 0,
      statePath: ":memory:",
      secretKey: SANDBOX_KEYS.stripeSecretKey,
      restrictedKeys: { [payments.setting("STRIPE_SECRET_KEY")]: neededPermissions },
      webhookUrl: `${payments.appUrl}/api/webhooks/stripe`,
      webhookSecret: payments.setting("STRIPE_WEBHOOK_SECRET"),
      enabledEvents: [],
    });
    stop = sandbox.stop;
    for (const name of ["STRIPE_API_URL", "CHECKOUT_ORIGIN", "RECEIPT_ORIGIN", "PORTAL_ORIGIN"])
      process.env[name] = sandbox.url;
    // Delayed payments wait for the test.
    await payments.control("/settings", { settleAfterSeconds: 86_400 });
  });
  afterEach(async () => {
    await payments.mend();
  });
  afterAll(() => stop?.());
  return payments;
}
