import { readFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import Stripe from "stripe";
import { addPerson } from "../builders/person.ts";
import { aProfile } from "../builders/profile.ts";
import { SANDBOX_KEYS, SANDBOX_STAFF } from "../launcher/environment.ts";

export const DEMO_PASSWORD = "password123";

export const DEMO_CUSTOMERS = ["collector@slabrelay.test", "new@slabrelay.test"] as const;

const COLLECTOR_PROFILE = aProfile({ phone: "+1 555 0100", address_line2: "Apt 4" });

export type DemoOptions = {
  databaseUrl: string;
  log: (line: string) => void;
};

export async function createDemoAccounts({ databaseUrl, log }: DemoOptions): Promise<void> {
  const wanted = [...SANDBOX_STAFF, ...DEMO_CUSTOMERS];
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql<{ email: string }[]>`select email from auth.users where email in ${sql(wanted)}`;
    const present = new Set(rows.map((row) => row.email));
    const missing = wanted.filter((email) => !present.has(email));
    for (const email of missing) await addPerson(sql, email);
    const [staff] = await sql<{ count: number }[]>`select count(*)::int from public.staff`;
    // Adds staff only if there are none yet, so that removed staff stay removed.
    for (const [index, email] of staff?.count === 0 ? SANDBOX_STAFF.entries() : []) {
      await sql`select public.bind_staff(${email}, ${index === 0 ? "owner" : "staff"})`;
    }
    // Deletes these emails so that the mailbox starts empty.
    await sql`delete from public.outbox where kind = 'rights_notice' and payload ->> 'to' in ${sql(SANDBOX_STAFF)}
              and payload ->> 'by' is null and sent_at is null`;
    await sql`select public.upsert_profile(id, ${sql.json(COLLECTOR_PROFILE)})
              from auth.users u where email = ${DEMO_CUSTOMERS[0]}
                and not exists (select from public.profiles p where p.user_id = u.id and p.is_complete)`;
    if (missing.length > 0) log(`Created ${missing.length} demo accounts.`);
  } finally {
    await sql.end();
  }
}

export async function createDemoHistory(options: {
  databaseUrl: string;
  supabaseDir: string;
}): Promise<void> {
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(await readFile(join(options.supabaseDir, "seed.sql"), "utf8"));
  } finally {
    await sql.end();
  }
}

export type DemoMembershipOptions = { databaseUrl: string; stripePort: number; log: (line: string) => void };

/**
 * Subscribes the demo collector to the Pro plan if it isn't subscribed yet. The product gets the webhook, which is
 * retried until the app is up.
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

/** Returns the stored customer if it exists in this payment sandbox, whose data may have been deleted separately. */
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
