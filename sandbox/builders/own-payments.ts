import type Stripe from "stripe";
import { SANDBOX_KEYS } from "../launcher/environment.ts";
import { neededPermissions } from "../setup/key-permissions.ts";
import { startStripeSandbox } from "../stripe/server.ts";
import { type Answer, Product, stripeOf } from "./product.ts";

type SeenRequest = { params: Record<string, unknown>; idempotencyKey: string | null; status: number };

export class OwnPayments extends Product {
  get stripe(): Stripe {
    return stripeOf(this);
  }

  fault(spec: Record<string, unknown>): Promise<Answer> {
    return this.control("/faults", { target: "api", ...spec });
  }

  mend(): Promise<Answer> {
    return this.control("/faults", {}, "DELETE");
  }

  async requests(method: "GET" | "POST", path: string): Promise<SeenRequest[]> {
    const { body } = await this.control(`/requests?method=${method}&path=${path}`, {}, "GET");
    return body.data;
  }

  settle(sessionId: string, outcome: "succeeded" | "failed"): Promise<Answer> {
    return this.control(`/checkout/sessions/${sessionId}/settle`, { outcome });
  }

  payByBank(sessionId: string): Promise<Answer> {
    return this.pay(sessionId, { payment_method: "us_bank_account", account_number: "000123456789" });
  }
}

/** Starts a Stripe sandbox without webhooks for one test file and makes it the app's. Faults end after each test. */
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
    await payments.control("/settings", { settleAfterSeconds: 86_400 });
  });
  afterEach(async () => {
    await payments.mend();
  });
  afterAll(() => stop?.());
  return payments;
}
