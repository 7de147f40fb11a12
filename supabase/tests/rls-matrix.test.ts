import { connect, lockGrants, type Transaction, Undo, undone } from "../../sandbox/builders/test-database";
import {
  type Actor,
  type ActorName,
  expectations,
  type Fixtures,
  fillTables,
  type Owner,
  unchangeable,
} from "./rls-expectations";

/*
 * Every table x actor x verb x column, against the list in rls-expectations.ts. Twice: with the rights as they
 * should be, and with everything granted to everybody, as a careless default would leave it.
 */

// Thousands of calls: leave a loaded machine its time.
jest.setTimeout(120_000);

const sql = connect();
const DENIED = "42501";

type Result = { rows: number; found: string[]; error: string | null };

/** Runs one statement as `actor` (null: as the owner of the database) and undoes it. */
async function attempt(
  tx: Transaction,
  actor: Actor | null,
  statement: string,
  values: string[] = [],
): Promise<Result> {
  let result: Result = { rows: 0, found: [], error: null };
  await tx
    .savepoint(async (point) => {
      if (actor) {
        await point`select set_config('request.jwt.claims', ${actor.claims ? JSON.stringify(actor.claims) : ""}, true),
          set_config('request.jwt.claim.sub', ${String(actor.claims?.sub ?? "")}, true)`;
        await point.unsafe(`set local role ${actor.role}`);
      }
      const rows = await point.unsafe<{ key: string }[]>(statement, values);
      result = { rows: rows.count, found: rows.map((row) => String(row.key)), error: null };
      throw new Undo();
    })
    .catch((error: { code?: string }) => {
      if (!(error instanceof Undo)) result = { rows: 0, found: [], error: error.code ?? String(error) };
    });
  return result;
}

async function columnsOf(tx: Transaction, table: string): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`;
  return rows.map((row) => row.name);
}

type Cell = { what: string; allowed: boolean };

/** All attempts of one actor on one table, as "verb column -> allowed". */
async function cellsOf(
  tx: Transaction,
  fixtures: Fixtures,
  table: string,
  actor: Actor | null,
): Promise<Cell[]> {
  const { key } = expectations[table] as { key: string };
  const keys = `array[${Object.values(fixtures.keys[table] ?? {}).map((value) => `'${value}'`)}]`;
  const where = `where ${key}::text = any(${keys})`;
  const cells: Cell[] = [];
  for (const column of await columnsOf(tx, table)) {
    const read = await attempt(tx, actor, `select ${key} as key, ${column} from ${table} ${where}`);
    const owners = (Object.entries(fixtures.keys[table] ?? {}) as [Owner, string][])
      .filter(([, value]) => read.found.includes(value))
      .map(([owner]) => owner);
    cells.push({ what: `select ${column}: ${owners.sort().join(" ")}`, allowed: owners.length > 0 });
    const change = await attempt(tx, actor, `update ${table} set ${column} = ${column} ${where}`);
    cells.push({ what: `update ${column}`, allowed: change.rows > 0 });
  }
  const row = fixtures.inserts[table] ?? {};
  const names = Object.keys(row);
  const values = names.map((_, index) => `$${index + 1}`);
  const insert = await attempt(
    tx,
    actor,
    `insert into ${table} (${names}) values (${values})`,
    Object.values(row).map((value) => (value instanceof Date ? value.toISOString() : (value as string))),
  );
  cells.push({
    what: `insert${insert.error && insert.error !== DENIED ? ` ${insert.error}` : ""}`,
    allowed: insert.rows > 0,
  });
  const removal = await attempt(tx, actor, `delete from ${table} ${where}`);
  cells.push({ what: "delete", allowed: removal.rows > 0 });
  return cells;
}

const allowed = (cells: Cell[]) => cells.filter((cell) => cell.allowed).map((cell) => cell.what);

describe.each([
  ["with the rights as granted", ""],
  [
    "with everything granted to everybody",
    `grant usage on schema public, private to anon, authenticated;
     grant all on all tables in schema public to anon, authenticated;
     grant all on all sequences in schema public to anon, authenticated;`,
  ],
])("%s", (_, grants) => {
  test("nobody sees or does more than the list says", async () => {
    await undone(sql, async (tx) => {
      const fixtures = await fillTables(tx);
      await lockGrants(tx);
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
    });
  });
});

test("the list's attempts would succeed if they were allowed: the owner of the database makes them all", async () => {
  await undone(sql, async (tx) => {
    const fixtures = await fillTables(tx);
    for (const table of Object.keys(expectations)) {
      const cells = await cellsOf(tx, fixtures, table, null);
      const refused = cells.filter((cell) => !cell.allowed).map((cell) => cell.what);
      const fixed = (unchangeable[table] ?? []).map((column) => `update ${column}`);
      // History cannot be rewritten by anybody, see order-events.test.ts.
      const history = (await columnsOf(tx, table)).map((column) => `update ${column}`).concat("delete");
      // Rows that others point at, or that keep events, do not go.
      const kept = ["public.grading_orders"].includes(table) ? ["delete"] : [];
      expect([table, refused]).toEqual([
        table,
        table === "public.order_events" ? history : [...fixed, ...kept],
      ]);
    }
  });
});

test("customers see the public events of their orders only, staff all", async () => {
  await undone(sql, async (tx) => {
    const { actors, keys } = await fillTables(tx);
    const own = keys["public.order_events"]?.collector ?? "";
    const seen = async (actor: Actor) =>
      (
        await attempt(tx, actor, "select type as key from order_events where order_id = $1 order by id", [
          own,
        ])
      ).found;
    expect(await seen(actors.collector)).toEqual(["submission_status"]);
    expect(await seen(actors.neighbour)).toEqual([]);
    expect(await seen(actors.staff)).toEqual(["created", "submission_status"]);
  });
});

test("every table of the database is in the list", async () => {
  const tables = await sql<{ name: string }[]>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'private') order by 1`;
  expect(tables.map((table) => table.name)).toEqual(Object.keys(expectations).sort());
});
