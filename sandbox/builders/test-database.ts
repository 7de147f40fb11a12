import { createHash, randomInt, randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";

/** A row of grading_orders as the functions for the server give it; only what the tests look at. */
export type Order = {
  id: string;
  batch_id: string | null;
  user_id: string | null;
  user_email: string | null;
  guest_email: string | null;
  num_cards: number;
  grading_fee: number;
  total_paid: number | null;
  payment_status: string;
  notes: string | null;
  paid_at: string | null;
  quota_month: string;
  reservation_expires_at: string | null;
  checkout_attempt: number;
  stripe_session_id: string | null;
  return_address: Record<string, string> | null;
  review_reason: string | null;
  version: number;
};

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

/** Reads a variable of the throw-away sandbox; refuses any address that is not this machine. */
function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: these tests need a running throw-away sandbox.`);
  if (value.includes("://") && !["127.0.0.1", "localhost", "[::1]"].includes(new URL(value).hostname)) {
    throw new Error(`${name} is not a loopback address: these tests write and delete freely.`);
  }
  return value;
}

/** A direct connection as the owner of the database. Ended by itself after the test file. */
export function connect(connections = 4): Sql {
  const sql = postgres(fromEnvironment("SANDBOX_DATABASE_URL"), { max: connections, onnotice: () => {} });
  afterAll(() => sql.end());
  return sql;
}

/** Thrown to roll back a transaction or savepoint whose work was only an experiment. */
export class Undo extends Error {}

/** Does `work` in a transaction that leaves nothing behind. */
export async function undone(sql: Sql, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await sql
    .begin(async (tx) => {
      await work(tx);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
}

/** One experiment with grants at a time: two at once fail with "tuple concurrently updated". */
export const lockGrants = (tx: Transaction) => tx`select pg_advisory_xact_lock(hashtext('test of grants'))`;

function client(keyName: string, accessToken?: string): SupabaseClient {
  return createClient(fromEnvironment("SUPABASE_URL"), fromEnvironment(keyName), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: accessToken ? { Authorization: `Bearer ${accessToken}` } : {} },
  });
}

/** The data API with the secret key, as the server uses it. */
export const serverClient = () => client("SUPABASE_SECRET_KEY");

/** The data API as a visitor reaches it. */
export const visitorClient = () => client("SUPABASE_PUBLISHABLE_KEY");

/** The data API with a person's own token. */
export const personClient = (accessToken: string) => client("SUPABASE_PUBLISHABLE_KEY", accessToken);

/** Calls a database function through the data API and gives its result; throws what the API complains about. */
export async function call<Result>(
  api: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Result> {
  const { data, error } = await api.rpc(name, args);
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`);
  return data as Result;
}

/** Signs up through the auth service (the sandbox confirms by itself) and gives the account with its token. */
export async function signUp(metadata: Record<string, unknown> = {}) {
  const email = anEmail();
  const { data, error } = await visitorClient().auth.signUp({
    email,
    password: "password123",
    options: { data: metadata },
  });
  if (error || !data.session || !data.user)
    throw new Error(`sign-up failed: ${error?.message ?? "no session"}`);
  return { id: data.user.id, email, accessToken: data.session.access_token };
}

/** An account without a password, straight into the table: quicker where nobody signs in. */
export async function aUser(
  sql: Sql | Transaction,
  { email = anEmail(), confirmed = true }: { email?: string; confirmed?: boolean } = {},
): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  await sql`insert into auth.users (id, email, email_confirmed_at)
            values (${id}, ${email}, ${confirmed ? new Date() : null})`;
  return { id, email };
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const letters = (count: number) =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");

export const anEmail = () => `person-${randomUUID()}@example.test`;
export const aBatchId = () => `BATCH-${letters(12)}-${letters(4)}`;
export const aSessionId = () => `cs_test_${letters(24)}`;
export const aPaymentIntentId = () => `pi_${letters(24)}`;
export const aHash = () => createHash("sha256").update(randomUUID()).digest("hex");
export const aGuestKey = () => aHash();

export type Reservation = {
  outcome: "reserved" | "replay" | "already_paid" | "batch_taken" | "open_checkout" | "quota_exceeded";
  order?: Order;
  remaining?: number | null;
  open_checkouts?: { order_id: string; batch_id: string; stripe_session_id: string | null }[];
};

/** Arguments of reserve_order for a signed-in person on the free plan, unless said otherwise. */
export function aReservation(
  userId: string | null,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    p_user_id: userId,
    p_user_email: userId ? "person@example.test" : null,
    p_guest_key: null,
    p_batch_id: aBatchId(),
    p_plan_type: userId ? "free" : "payg",
    p_num_cards: 4,
    p_rate_cents: 2500,
    p_monthly_limit: null,
    p_notes: null,
    p_placed_by_admin: false,
    ...changes,
  };
}

export type Application = {
  outcome: "fulfilled" | "duplicate" | "pending" | "failed" | "canceled" | "noop" | "exception";
  reason: string | null;
  order: Order | null;
  superseded_session_id: string | null;
};

/** Arguments of apply_checkout for a session of `order` that was paid in full, unless said otherwise. */
export function aPaidSession(order: Order, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    p_session_id: order.stripe_session_id,
    p_order_id: order.id,
    p_session_status: "complete",
    p_payment_status: "paid",
    p_amount_cents: Math.round(order.grading_fee * 100),
    p_currency: "usd",
    p_livemode: false,
    p_expected_livemode: false,
    p_tracking_hash: aHash(),
    p_payment_intent_id: aPaymentIntentId(),
    p_receipt_url: "https://pay.example.test/receipt",
    p_email: null,
    p_shipping: null,
    p_async_failed: false,
    ...changes,
  };
}

/** How often each value occurs. */
export function tally(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
