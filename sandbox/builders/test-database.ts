import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { anEmail } from "./ids.ts";
import { addPerson, PASSWORD } from "./person.ts";

export { undone } from "../postgres/undone.ts";

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

/** Opens a direct connection as the owner of the database; it ends by itself after Jest's test file. */
export function connect(connections = 4): Sql {
  const sql = postgres(fromEnvironment("SANDBOX_DATABASE_URL"), { max: connections, onnotice: () => {} });
  afterAll(() => sql.end());
  return sql;
}

let connection: Sql | undefined;

/**
 * The one direct connection of a browser or API test, opened when it is first asked for; an API test ends it after all
 * of its tests.
 */
export function database(): Sql {
  connection ??= postgres(fromEnvironment("SANDBOX_DATABASE_URL"), { max: 2, onnotice: () => {} });
  return connection;
}

/**
 * Empties all tables but those of accounts, staff and holidays before the first test of a file, whose worker's database
 * holds what its earlier files have left.
 */
export function emptyTables(sql: Sql): void {
  const kept = ["profiles", "staff", "staff_events", "holidays"];
  beforeAll(() =>
    sql.begin(async (tx) => {
      // No triggers: some rows must never be deleted. For a few rows this takes less time than to truncate.
      await tx`set local session_replication_role = replica`;
      const tables = await tx<{ name: string }[]>`
        select format('public.%I', tablename) as name from pg_tables
        where schemaname = 'public' and tablename <> all(${kept})`;
      await tx.unsafe(tables.map(({ name }) => `delete from ${name}`).join("; "));
    }),
  );
}

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

/** Adds an account with a session (see addPerson) and gives it with its token. */
export async function signedUp(sql: Sql): Promise<{ id: string; email: string; accessToken: string }> {
  const { userId, email, token } = await addPerson(sql, fromEnvironment("SUPABASE_JWT_SECRET"));
  return { id: userId, email, accessToken: token };
}

/** Signs up through the auth service (the sandbox confirms by itself) and gives the account with its token. */
export async function signUp(metadata: Record<string, unknown> = {}) {
  const email = anEmail();
  const { data, error } = await visitorClient().auth.signUp({
    email,
    password: PASSWORD,
    options: { data: metadata },
  });
  if (error || !data.session || !data.user)
    throw new Error(`sign-up failed: ${error?.message ?? "no session"}`);
  return { id: data.user.id, email, accessToken: data.session.access_token };
}

/** Counts how often each value occurs. */
export function tally(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
