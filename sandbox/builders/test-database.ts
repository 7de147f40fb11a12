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

/** As many as a test has callers at once. */
const POOL_SIZE = 20;

const pools: Sql[] = [];
// Playwright loads this module too, and ends its processes itself.
if (typeof afterAll === "function") afterAll(() => Promise.all(pools.map((pool) => pool.end())));

/** Opens connections, which end after the Jest file. */
function openPool(connection: Record<string, string> = {}): Sql {
  const options = { max: POOL_SIZE, onnotice: () => {}, connection };
  const pool = postgres(fromEnvironment("SANDBOX_DATABASE_URL"), options);
  pools.push(pool);
  return pool;
}

let owners: Sql | undefined;

/** Direct connections as the owner of the database, the same for the whole Jest file. */
export function connect(): Sql {
  owners ??= openPool();
  return owners;
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
  const kept = ["profiles", "staff", "holidays"];
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

type Args = Record<string, unknown>;
type CallError = { code: string; message: string };

/** Calls database functions by name and argument names, and answers as the data API does. */
type Caller = { rpc(name: string, args?: Args): PromiseLike<{ data: unknown; error: CallError | null }> };

let servers: Sql | undefined;

/**
 * Calls database functions directly, with the server's rights: a call through the data API takes several times as long.
 * Tests of lib and of the endpoints prove that the product reaches them through the API.
 */
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

/** Returns the statement that calls a function with these arguments, which it reads from one JSON object. */
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

/** The data API as a visitor reaches it. */
export const visitorClient = () => client("SUPABASE_PUBLISHABLE_KEY");

/** The data API with a person's own token. */
export const personClient = (accessToken: string) => client("SUPABASE_PUBLISHABLE_KEY", accessToken);

/** Calls a database function and returns its result; throws its error. */
export async function call<Result>(api: Caller, name: string, args: Args = {}): Promise<Result> {
  const { data, error } = await api.rpc(name, args);
  if (error) throw new Error(`${name}: ${error.code} ${error.message}`);
  return data as Result;
}

/** Adds an account with a session (see addPerson) and gives it with its token. */
export async function signedUp(sql: Sql): Promise<{ id: string; email: string; accessToken: string }> {
  const { userId, email, token } = await addPerson(sql);
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
