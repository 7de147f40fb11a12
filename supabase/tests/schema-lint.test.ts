import { connect } from "../../sandbox/builders/test-database";

/** Rules that hold for every object of the schema. Each query names what breaks the rule. */
const rules: [rule: string, offenders: string][] = [
  [
    "row level security is on for every table",
    `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  ],
  [
    "no views or materialized views, which would read past row level security",
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('v', 'm')`,
  ],
  [
    "private holds no tables",
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'private' and c.relkind in ('r', 'p')`,
  ],
  [
    "every function sets an empty search path",
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private')
       and not coalesce(p.proconfig, '{}') && array['search_path=""', 'search_path=']`,
  ],
  [
    "function names are not overloaded, so that the data API can tell them apart",
    `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') group by 1 having count(*) > 1`,
  ],
  [
    "no policy lets everything pass, or names a claim that people can write",
    `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (coalesce(qual, '') in ('true', '(true)') or coalesce(with_check, '') in ('true', '(true)')
       or concat(qual, with_check) ~ 'user_metadata|app_metadata')`,
  ],
  [
    "policies only let read, and only who is signed in",
    `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (cmd <> 'SELECT' or permissive <> 'PERMISSIVE' or roles <> array['authenticated']::name[])`,
  ],
  [
    "one policy for each table and verb",
    `select tablename as name from pg_policies where schemaname in ('public', 'private')
     group by tablename, cmd having count(*) > 1`,
  ],
  [
    "policies ask who it is once a query, not once a row",
    `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and regexp_replace(qual, '\\( SELECT (auth\\.uid|private\\.is_staff)\\(\\)', '', 'g') ~ '(auth\\.uid|is_staff)\\(\\)'`,
  ],
  [
    "every foreign key has an index that begins with it",
    `select con.conname as name from pg_constraint con join pg_namespace n on n.oid = con.connamespace
     where con.contype = 'f' and n.nspname in ('public', 'private') and not exists (
       select 1 from pg_index i where i.indrelid = con.conrelid
       and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey)`,
  ],
  [
    "every table has a primary key",
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r'
     and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  ],
  [
    "no index twice",
    `select string_agg(indexrelid::regclass::text, ', ') as name from pg_index i
     join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' group by indrelid, indkey::text, indexprs::text, indpred::text, indclass::text, indoption::text
     having count(*) > 1`,
  ],
  [
    "times are with time zone, texts without a length type, no enums",
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' and (c.data_type in ('timestamp without time zone', 'USER-DEFINED')
       or c.data_type like 'character%')`,
  ],
  [
    "what runs with the rights of its owner does not run for visitors",
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.prosecdef and has_function_privilege('anon', p.oid, 'execute')`,
  ],
];

const sql = connect(1);

test.each(rules)("%s", async (_, offenders) => {
  const rows = await sql.unsafe<{ name: string }[]>(offenders);
  expect(rows.map((row) => row.name)).toEqual([]);
});
