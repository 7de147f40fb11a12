import postgres from "postgres";
import Stripe from "stripe";
import { SANDBOX_KEYS } from "../launcher/environment.ts";
import { DEMO_CUSTOMERS } from "./demo-accounts.ts";

export type DemoMembershipOptions = { databaseUrl: string; stripePort: number; log: (line: string) => void };

/**
 * Subscribes the demo collector to the pro plan at the payment sandbox, unless that was done before. The product hears
 * of it as of any other membership: through the webhook, which is tried until the app is up.
 */
export async function createDemoMembership(options: DemoMembershipOptions): Promise<void> {
  const { databaseUrl, stripePort, log } = options;
  const stripe = new Stripe(SANDBOX_KEYS.stripeSecretKey, {
    host: "localhost",
    port: stripePort,
    protocol: "http",
    telemetry: false,
  });
  const [email] = DEMO_CUSTOMERS;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [person] = await sql<{ id: string; customer: string | null }[]>`
      select u.id, c.stripe_customer_id as customer
      from auth.users u left join public.stripe_customers c on c.user_id = u.id and c.deleted_at is null
      where u.email = ${email}`;
    if (!person) return;
    const known = person.customer ? await existingCustomer(stripe, person.customer) : null;
    if (person.customer && !known) return;
    const customer = known ?? (await createCustomer(stripe, email, person.id));
    if (!known) await sql`select public.ensure_stripe_customer(${person.id}, ${customer})`;
    const { data } = await stripe.subscriptions.list({ customer, status: "all", limit: 1 });
    if (data.length > 0) return;
    await subscribe(stripePort, customer, person.id);
    log(`Subscribed ${email} to the pro plan.`);
  } finally {
    await sql.end();
  }
}

/** The stored customer, if this payment sandbox knows it: its data may have been deleted apart from the database's. */
async function existingCustomer(stripe: Stripe, id: string): Promise<string | null> {
  try {
    const customer = await stripe.customers.retrieve(id);
    return customer.deleted ? null : id;
  } catch {
    return null;
  }
}

async function createCustomer(stripe: Stripe, email: string, userId: string): Promise<string> {
  const metadata = { app: "slabrelay", user_id: userId };
  const { id } = await stripe.customers.create(
    { email, name: "Casey Collector", metadata },
    { idempotencyKey: `cus:${userId}` },
  );
  return id;
}

async function subscribe(stripePort: number, customer: string, userId: string): Promise<void> {
  const metadata = { app: "slabrelay", kind: "membership", user_id: userId, plan: "pro", attempt: "0" };
  const answer = await fetch(`http://localhost:${stripePort}/_control/subscriptions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ customer, price: "price_sandbox_pro", metadata }),
  });
  if (!answer.ok) throw new Error(`The demo membership could not be made: ${await answer.text()}`);
}
