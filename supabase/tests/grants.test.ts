import { connect, type Sql, type Transaction, undone } from "../../sandbox/builders/test-database";
import { forPeople, forServer } from "./grant-expectations";
import { forTheOwnerAlone } from "./owner-functions";
import { readableByPeople, serverOnly } from "./table-grants";

const sql = connect();

/** Who may execute what, as "name: role role". */
async function functionRights(on: Sql | Transaction): Promise<string[]> {
  const rows = await on<{ line: string }[]>`
    select n.nspname || '.' || p.proname || ': ' || coalesce(string_agg(r.role, ' ' order by r.role), '') as line
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    left join lateral unnest(array['anon', 'authenticated', 'public', 'service_role']) as r (role)
      on has_function_privilege(r.role, p.oid, 'execute')
    where n.nspname in ('public', 'private')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    group by p.oid, n.nspname, p.proname order by 1`;
  return rows.map((row) => row.line);
}

/** Who may do what with which table or sequence, as "name role: VERB VERB". Column rights count as well. */
async function tableRights(on: Sql | Transaction): Promise<string[]> {
  const rows = await on<{ line: string }[]>`
    select g.table_schema || '.' || g.table_name || ' ' || g.grantee || ': '
      || string_agg(distinct g.privilege_type, ' ' order by g.privilege_type) as line
    from (
      select table_schema, table_name, grantee, privilege_type from information_schema.table_privileges
      union all
      select table_schema, table_name, grantee, privilege_type from information_schema.column_privileges
    ) g
    where g.table_schema in ('public', 'private') and g.grantee in ('anon', 'authenticated', 'PUBLIC', 'service_role')
    group by g.table_schema, g.table_name, g.grantee
    union all
    select n.nspname || '.' || c.relname || ' ' || r.role || ': sequence'
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(array['anon', 'authenticated']) as r (role)
    where c.relkind = 'S' and n.nspname in ('public', 'private')
      and has_sequence_privilege(r.role, c.oid, 'usage, select, update')
    order by 1`;
  return rows.map((row) => row.line);
}

const wantedFunctions = [
  ...forPeople.map((name) => `${name}: authenticated service_role`),
  ...forServer.map((name) => `${name}: service_role`),
  ...forTheOwnerAlone.map((name) => `${name}: `),
].sort();
const wantedTables = [
  ...readableByPeople.map((name) => `${name} authenticated: SELECT`),
  ...[...readableByPeople, ...serverOnly].map((name) => `${name} service_role: DELETE INSERT SELECT UPDATE`),
].sort();

test("functions: who may execute what", async () => {
  expect((await functionRights(sql)).sort()).toEqual(wantedFunctions);
});

test("tables: who may do what, after the data API has started", async () => {
  expect((await tableRights(sql)).sort()).toEqual(wantedTables);
});

test("the private schema is closed to visitors", async () => {
  const [row] = await sql`select has_schema_privilege('anon', 'private', 'usage') as anon,
    has_schema_privilege('authenticated', 'private', 'create') as creates,
    has_schema_privilege('authenticated', 'public', 'create') as creates_public`;
  expect(row).toEqual({ anon: false, creates: false, creates_public: false });
});

test("apply_grants takes back what a start of the data API hands out, and may be repeated", async () => {
  await undone(sql, async (tx) => {
    await tx.unsafe(`
      grant usage on schema public, private to anon, authenticated, service_role;
      grant all on all tables in schema public to anon, authenticated, service_role;
      grant all on all sequences in schema public to anon, authenticated, service_role;
      grant execute on all functions in schema public, private to public, anon, authenticated;
      grant update (total_paid) on public.grading_orders to authenticated;
      alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
      alter default privileges in schema public grant execute on functions to anon, authenticated;`);
    expect((await tableRights(tx)).length).toBeGreaterThan(wantedTables.length);
    for (let times = 0; times < 2; times++) {
      await tx`select private.apply_grants()`;
      expect((await tableRights(tx)).sort()).toEqual(wantedTables);
      expect((await functionRights(tx)).sort()).toEqual(wantedFunctions);
    }
    await tx`create table public.added_later (id int)`;
    await tx.unsafe("create function public.added_later() returns int language sql as 'select 1'");
    const [row] = await tx`select
      has_table_privilege('anon', 'public.added_later', 'select') as table_for_visitors,
      has_function_privilege('anon', 'public.added_later()', 'execute') as function_for_visitors,
      has_function_privilege('authenticated', 'public.added_later()', 'execute') as function_for_people`;
    expect(row).toEqual({
      table_for_visitors: false,
      function_for_visitors: false,
      function_for_people: false,
    });
    await tx`select private.apply_grants()`;
    const added = (await functionRights(tx)).filter((line) => !wantedFunctions.includes(line));
    expect(added).toEqual(["public.added_later: service_role"]);
  });
});
