import { readdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { isLoopback } from "@/lib/base/env";
import { BUCKET } from "@/lib/orders/photo";
import { withRollback } from "../postgres/with-rollback.ts";
import { type Finding, findingsAbout, type Settings, SUPABASE_CLI, wordsOf } from "./finding.ts";

const TIMEOUT_MS = 10_000;
/** Stripe rejects Checkout Sessions when the database's clock is a minute behind. */
const TOLERATED_SECONDS = 30;

/**
 * Returns problems with the database's clock compared with Stripe's, since both decide when a Checkout Session
 * expires. Null without Stripe's time.
 */
async function clockProblems(
  sql: postgres.Sql,
  address = "https://api.stripe.com",
): Promise<string[] | null> {
  const now = async () => {
    const [row] = await sql<{ at: number }[]>`select extract(epoch from clock_timestamp())::float8 as at`;
    return row?.at ?? Number.NaN;
  };
  const before = await now();
  const said = await fetch(address, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    ({ headers }) => Date.parse(headers.get("date") ?? "") / 1000,
    () => Number.NaN,
  );
  const after = await now();
  if (Number.isNaN(said)) return null;
  // Stripe's time has whole seconds and lies between the request and the response.
  const [behind, ahead] = [said - after, before - said - 1].map(Math.round) as [number, number];
  if (behind > TOLERATED_SECONDS)
    return [
      `Its clock is ${behind} s behind Stripe's. At 60 s, Stripe refuses every payment page. Sync the clock.`,
    ];
  if (ahead > TOLERATED_SECONDS)
    return [
      `Its clock is ${ahead} s ahead of Stripe's. At nine minutes, orders expire before their payment pages. Sync the clock.`,
    ];
  return [];
}

const MIGRATIONS = join(import.meta.dirname, "..", "..", "supabase", "migrations");

const PUSH = `\`${SUPABASE_CLI} db push --remote\``;

/** Our triggers on the auth service's tables, which a project may refuse to create. */
const AUTH_TRIGGERS = [
  ["create_profile", "users"],
  ["email_factor_change", "mfa_factors"],
  ["email_identity_change", "identities"],
] as const;

/** Checks what needs a database connection: migrations, triggers, row level security, grants and clock. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const { right, wrong, unknown } = findingsAbout("database");
  const { DATABASE_URL: url } = settings;
  if (!url)
    return [
      unknown(
        "To check migrations, triggers and permissions, set DATABASE_URL to the connection string of the project's session pooler.",
      ),
    ];
  if (!URL.canParse(url))
    return [
      wrong(
        "DATABASE_URL isn't a valid URL. Escape special characters in the password, such as # as %23 and / as %2F.",
      ),
    ];
  const ssl = isLoopback(url) ? false : "require";
  const sql = postgres(url, { max: 1, connect_timeout: 10, ssl, onnotice: () => {} });
  let problems: string[] = [];
  let clock: string[] | null = null;
  try {
    await withRollback(sql, async (tx) => {
      problems = await databaseProblems(tx);
    });
    clock = await clockProblems(sql, settings.STRIPE_API_URL);
  } catch (error) {
    return [
      wrong(
        `Can't connect to DATABASE_URL: ${wordsOf(error)}. Use the session pooler's connection string. The direct one needs IPv6.`,
      ),
    ];
  } finally {
    await sql.end({ timeout: 1 });
  }
  problems.push(...(clock ?? []));
  const compared = clock ? "permissions, triggers and clock" : "permissions and triggers";
  return [
    ...(problems.length > 0
      ? problems.map(wrong)
      : [right(`all migrations are applied, and ${compared} are correct`)]),
    ...(clock ? [] : [findingsAbout("database's clock").unknown("Couldn't read Stripe's clock to compare.")]),
  ];
}

/**
 * Returns problems with their fixes. Roll back the transaction afterwards, because this reapplies the grants to
 * compare them.
 */
export async function databaseProblems(tx: postgres.TransactionSql): Promise<string[]> {
  const [history] = await tx<{ is_there: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as is_there`;
  if (!history?.is_there) return [`No migrations have been applied. Run ${PUSH}.`];
  return [
    ...(await missingMigrations(tx)),
    ...(await missingTriggers(tx)),
    ...(await openTables(tx)),
    ...(await changedRights(tx)),
    ...(await bucketProblems(tx)),
  ];
}

async function missingMigrations(tx: postgres.TransactionSql): Promise<string[]> {
  const applied = await tx<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const known = new Set(applied.map(({ version }) => version));
  const missing = readdirSync(MIGRATIONS).filter(
    (file) => file.endsWith(".sql") && !known.has(file.slice(0, 14)),
  );
  return missing.length > 0 ? [`Migrations not applied: ${missing.sort().join(", ")}. Run ${PUSH}.`] : [];
}

async function missingTriggers(tx: postgres.TransactionSql): Promise<string[]> {
  const found = await tx<{ name: string }[]>`
    select t.tgname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'auth' and t.tgenabled <> 'D'`;
  const names = found.map(({ name }) => name);
  return AUTH_TRIGGERS.filter(([name]) => !names.includes(name)).map(
    ([name, table]) =>
      `The trigger ${name} on auth.${table} is missing. Run its statements from supabase/migrations again as postgres.`,
  );
}

async function openTables(tx: postgres.TransactionSql): Promise<string[]> {
  const open = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity order by 1`;
  return open.map(
    ({ name }) =>
      `Row level security is off on ${name}. Run \`alter table public.${name} enable row level security;\`.`,
  );
}

async function changedRights(tx: postgres.TransactionSql): Promise<string[]> {
  const before = await rights(tx);
  await tx`select private.apply_grants()`;
  const after = new Map(await rights(tx));
  const changed = before.filter(([name, acl]) => after.get(name) !== acl).map(([name]) => name);
  return changed.length > 0
    ? [
        `Permissions differ from the migrations on ${changed.join(", ")}. Run \`select private.apply_grants();\`.`,
      ]
    : [];
}

async function rights(tx: postgres.TransactionSql): Promise<[name: string, acl: string][]> {
  const rows = await tx<{ name: string; acl: string }[]>`
    select i.name, (select string_agg(a::text, ' ' order by a::text) from unnest(i.acl) a) as acl
    from (
      select c.oid::regclass::text as name, c.relacl as acl from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select p.oid::regprocedure::text, p.proacl from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private')
    ) i order by 1`;
  return rows.map(({ name, acl }) => [name, acl]);
}

/** Checks the photo bucket, which the migration can't create before the storage service's schema exists. */
async function bucketProblems(tx: postgres.TransactionSql): Promise<string[]> {
  const [storage] = await tx<{ is_there: boolean }[]>`
    select to_regclass('storage.buckets') is not null as is_there`;
  const [bucket] = storage?.is_there
    ? await tx<{ public: boolean }[]>`select public from storage.buckets where id = ${BUCKET}`
    : [];
  if (!bucket)
    return [
      `The bucket ${BUCKET} is missing. Create it under Storage: private, 5 MB per file, image/jpeg only.`,
    ];
  return bucket.public ? [`Anyone can read the bucket ${BUCKET}. Make it private.`] : [];
}
