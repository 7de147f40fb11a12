import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { anEmail } from "./ids.ts";
import { addPerson, PASSWORD } from "./person.ts";

export { withRollback } from "../postgres/with-rollback.ts";

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;

/** Returns a sandbox setting. Rejects addresses on other machines. */
function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: these tests need a running throw-away sandbox.`);
  if (value.includes("://") && !["127.0.0.1", "localhost", "[::1]"].includes(new URL(value).hostname)) {
    throw new Error(`${name} is not a loopback address: these tests write and delete freely.`);
  }
  return value;
}

const POOL_SIZE = 20;

const pools: Sql[] = [];
// Playwright loads this module too, and stops its own processes.
if (typeof afterAll === "function") afterAll(() => Promise.all(pools.map((pool) => pool.end())));

function openPool(connection: Record<string, string> = {}): Sql {
  const options = { max: POOL_SIZE, onnotice: () => {}, connection };
  const pool = postgres(fromEnvironment("SANDBOX_DATABASE_URL"), options);
  pools.push(pool);
  return pool;
}

let owners: Sql | undefined;

export function connect(): Sql {
  owners ??= openPool();
  return owners;
}

let connection: Sql | undefined;

/** The direct connection of a browser or API test, opened on first use. */
export function database(): Sql {
  connection ??= postgres(fromEnvironment("SANDBOX_DATABASE_URL"), { max: 2, onnotice: () => {} });
  return connection;
}

/** Empties all tables except accounts, staff and holidays before each file. */
export function emptyTables(sql: Sql): void {
  const kept = ["profiles", "staff", "holidays"];
  beforeAll(() =>
    sql.begin(async (tx) => {
      // Disables triggers, because some rows must never be deleted. Faster than truncate for few rows.
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

type Args = Record<string, unknown>;
type CallError = { code: string; message: string };

type Caller = { rpc(name: string, args?: Args): PromiseLike<{ data: unknown; error: CallError | null }> };

let servers: Sql | undefined;

/** Calls database functions directly with the server's rights, several times faster than the data API. */
export function serverClient(): Caller {
  servers ??= openPool({ role: "service_role" });
  const sql = servers;
  return {
    rpc: async (name, args = {}) => {
      const given = Object.keys(args).filter((key) => args[key] !== undefined);
      try {
        const { query, isSet } = await callOf(sql, name, given);
        const values = given.length > 0 ? [sql.json(args as postgres.JSONValue)] : [];
        const rows = await sql.unsafe<{ data: unknown }[]>(query, values, { prepare: true });
        return { data: isSet ? rows.map(({ data }) => data) : (rows[0]?.data ?? null), error: null };
      } catch (error) {
        if (!(error instanceof postgres.PostgresError)) throw error;
        return { data: null, error };
      }
    },
  };
}

type Statement = { query: string; isSet: boolean };
const statements = new Map<string, Promise<Statement>>();

function callOf(sql: Sql, name: string, given: string[]): Promise<Statement> {
  const key = [name, ...given].join();
  const statement = statements.get(key) ?? makeCall(sql, name, given);
  statements.set(key, statement);
  return statement;
}

async function makeCall(sql: Sql, name: string, given: string[]): Promise<Statement> {
  const [found] = await sql<{ isSet: boolean; isVoid: boolean; columns: string[] }[]>`
    select p.proretset as "isSet", p.prorettype = 'void'::regtype as "isVoid", array(
      select format('%I %s', a.name, a.type::regtype)
      from unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) a (name, type) where a.name = any (${given})) as columns
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = ${name}
      and coalesce(p.proargnames[:p.pronargs], '{}') @> ${given}`;
  if (!found) throw new Error(`There is no function ${name} (${given.join(", ")}).`);
  const { isSet, isVoid, columns } = found;
  const call = `public.${name}(${given.map((arg) => `${arg} => a.${arg}`).join(", ")})`;
  const source = given.length > 0 ? [`jsonb_to_record($1) as a (${columns.join(", ")})`] : [];
  const result = isSet ? "to_jsonb(r)" : isVoid ? `${call}::text` : `to_jsonb(${call})`;
  const from = isSet ? [...source, `${call} r`] : source;
  return { isSet, query: `select ${result} as data${from.length > 0 ? ` from ${from.join(", ")}` : ""}` };
}

export const visitorClient = () => client("SUPABASE_PUBLISHABLE_KEY");

export const personClient = (accessToken: string) => client("SUPABASE_PUBLISHABLE_KEY", accessToken);

export async function call<Result>(api: Caller, name: string, args: Args = {}): Promise<Result> {
  const { data, error } = await api.rpc(name, args);
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`);
  return data as Result;
}

export async function addSignedInPerson(
  sql: Sql,
): Promise<{ id: string; email: string; accessToken: string }> {
  const { userId, email, token } = await addPerson(sql);
  return { id: userId, email, accessToken: token };
}

/** Signs up through the auth service, which confirms addresses automatically here. */
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

export function tally(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
