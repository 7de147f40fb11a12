import { connect, type Transaction, withRollback } from "../../sandbox/builders/test-database";
import {
  type Actor,
  type ActorName,
  expectations,
  type Fixtures,
  fillTables,
  type Owner,
  unchangeable,
} from "./rls-expectations";

/* Tries every table, actor, verb and column, both with the real grants and with everything granted to everyone. */

jest.setTimeout(120_000);

const sql = connect();
const DENIED = "42501";

type Result = { rows: number; found: string[]; error: string | null };

/**
 * Runs a statement as a role, rolls it back and returns its effect. Written in SQL because there are thousands of
 * statements.
 */
const ATTEMPT = `
  create function pg_temp.attempt(p_statement text, p_reads boolean, p_role text, p_claims jsonb) returns jsonb
  language plpgsql as $$
  declare
    v_rows bigint;
    v_found text[];
  begin
    if p_role is not null then
      perform set_config('request.jwt.claims', coalesce(p_claims::text, ''), true),
        set_config('request.jwt.claim.sub', coalesce(p_claims ->> 'sub', ''), true);
      execute format('set local role %I', p_role);
    end if;
    if p_reads then
      execute format('select array_agg(s.found::text) from (%s) s', p_statement) into v_found;
      v_rows := coalesce(cardinality(v_found), 0);
    else
      execute p_statement;
      get diagnostics v_rows = row_count;
    end if;
    raise exception using errcode = 'UNDO0';
  exception
    when sqlstate 'UNDO0' then
      return jsonb_build_object('rows', v_rows, 'found', coalesce(to_jsonb(v_found), '[]'), 'error', null);
    when others then
      return jsonb_build_object('rows', 0, 'found', '[]'::jsonb, 'error', sqlstate);
  end $$`;

/** Runs each statement as `actor` (null: the database owner) and rolls it back. */
async function attempts(tx: Transaction, actor: Actor | null, statements: string[]): Promise<Result[]> {
  const rows = await tx<{ result: Result }[]>`
    select pg_temp.attempt(s.statement, s.statement like 'select %', ${actor?.role ?? null}::text,
      ${actor?.claims ? JSON.stringify(actor.claims) : null}::text::jsonb) as result
    from unnest(${statements}::text[]) with ordinality as s (statement, nth) order by s.nth`;
  return rows.map(({ result }) => result);
}

async function columnsOf(tx: Transaction, table: string): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`;
  return rows.map((row) => row.name);
}

const quoted = (value: unknown) =>
  value === null
    ? "null"
    : `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`;

type Cell = { what: string; allowed: boolean };

async function cellsOf(
  tx: Transaction,
  fixtures: Fixtures,
  table: string,
  actor: Actor | null,
): Promise<Cell[]> {
  const { key } = expectations[table] as { key: string };
  const ownersOf = Object.entries(fixtures.keys[table] ?? {}) as [Owner, string][];
  const where = `where ${key}::text = any(array[${ownersOf.map(([, value]) => quoted(value))}])`;
  const columns = await columnsOf(tx, table);
  const row = Object.entries(fixtures.inserts[table] ?? {});
  const results = await attempts(tx, actor, [
    ...columns.map((column) => `select ${key} as found, ${column} from ${table} ${where}`),
    ...columns.map((column) => `update ${table} set ${column} = ${column} ${where}`),
    `insert into ${table} (${row.map(([name]) => name)}) values (${row.map(([, value]) => quoted(value))})`,
    `delete from ${table} ${where}`,
  ]);
  const [insert, removal] = results.splice(2 * columns.length);
  const reads = columns.map((column, n) => {
    const owners = ownersOf.filter(([, value]) => results[n]?.found.includes(value)).map(([owner]) => owner);
    return { what: `select ${column}: ${owners.sort().join(" ")}`, allowed: owners.length > 0 };
  });
  const updates = columns.map((column, n) => ({
    what: `update ${column}`,
    allowed: (results[columns.length + n]?.rows ?? 0) > 0,
  }));
  const why = insert?.error && insert.error !== DENIED ? ` ${insert.error}` : "";
  return [
    ...reads,
    ...updates,
    { what: `insert${why}`, allowed: (insert?.rows ?? 0) > 0 },
    { what: "delete", allowed: (removal?.rows ?? 0) > 0 },
  ];
}

const allowed = (cells: Cell[]) => cells.filter((cell) => cell.allowed).map((cell) => cell.what);

describe.each([
  ["with the rights as granted", ""],
  [
    "with everything granted to everyone",
    `grant usage on schema public, private to anon, authenticated;
     grant all on all tables in schema public to anon, authenticated;
     grant all on all sequences in schema public to anon, authenticated;`,
  ],
])("%s", (_, grants) => {
  test("allows no actor more than the expected rights", async () => {
    await withRollback(sql, async (tx) => {
      const fixtures = await fillTables(tx);
      await tx.unsafe(ATTEMPT);
      await tx.unsafe(grants);
      const unexpected: string[] = [];
      let tried = 0;
      for (const [table, expectation] of Object.entries(expectations)) {
        const columns = await columnsOf(tx, table);
        for (const [name, actor] of Object.entries(fixtures.actors) as [ActorName, Actor][]) {
          const owners = (expectation.sees[name] ?? []).filter((owner) => fixtures.keys[table]?.[owner]);
          const cells = await cellsOf(tx, fixtures, table, actor);
          tried += cells.length;
          const wanted = owners.length
            ? columns.map((column) => `select ${column}: ${[...owners].sort().join(" ")}`)
            : [];
          const got = allowed(cells);
          for (const cell of got) if (!wanted.includes(cell)) unexpected.push(`${table} ${name} may ${cell}`);
          for (const cell of wanted)
            if (!got.includes(cell)) unexpected.push(`${table} ${name} may not ${cell}`);
          const odd = cells.filter((cell) => cell.what.startsWith("insert ") && !cell.allowed);
          unexpected.push(...odd.map((cell) => `${table} ${name}: refused for another reason: ${cell.what}`));
        }
      }
      expect(unexpected).toEqual([]);
      expect(tried).toBeGreaterThan(2000);
      process.stdout.write(`  ${tried} cells of ${Object.keys(expectations).length} tables\n`);
    });
  });
});

test("allows the database owner every attempt except changes to generated columns and history", async () => {
  await withRollback(sql, async (tx) => {
    const fixtures = await fillTables(tx);
    await tx.unsafe(ATTEMPT);
    for (const table of Object.keys(expectations)) {
      const cells = await cellsOf(tx, fixtures, table, null);
      const refused = cells.filter((cell) => !cell.allowed).map((cell) => cell.what);
      const fixed = (unchangeable[table] ?? []).map((column) => `update ${column}`);
      // Events are append-only.
      const history = (await columnsOf(tx, table)).map((column) => `update ${column}`).concat("delete");
      // Orders with events can't be deleted.
      const kept = table === "public.grading_orders" ? ["delete"] : [];
      expect([table, refused]).toEqual([
        table,
        table === "public.order_events" ? history : [...fixed, ...kept],
      ]);
    }
  });
});

test("has expectations for every table in the database", async () => {
  const tables = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'private') order by 1`;
  expect(tables.map((table) => table.name)).toEqual(Object.keys(expectations).sort());
});
