import { connect, type Sql, type Transaction, undone } from "../../sandbox/builders/test-database";

type Offence = [statement: string, name: string];

/**
 * Rules that hold for every object of the schema. Each query names what breaks the rule; each offence is a statement
 * that breaks it, and the name that the query then gives.
 */
const rules: [rule: string, offenders: string, offences: Offence[]][] = [
  [
    "row level security is on for every table",
    `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity`,
    [
      ["create table public.offence (id int primary key)", "public.offence"],
      ["create table private.offence (id int primary key)", "private.offence"],
    ],
  ],
  [
    "no views or materialized views, which would read past row level security",
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('v', 'm')`,
    [
      ["create view public.offence as select 1 as one", "offence"],
      ["create materialized view private.offence as select 1 as one", "offence"],
    ],
  ],
  [
    "private holds no tables",
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'private' and c.relkind in ('r', 'p')`,
    [["create table private.offence (id int primary key)", "offence"]],
  ],
  [
    "every function sets an empty search path",
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private')
       and not coalesce(p.proconfig, '{}') && array['search_path=""', 'search_path=']`,
    [
      ["create function public.offence() returns int language sql as 'select 1'", "offence()"],
      [
        "create function private.offence() returns int language sql set search_path = public as 'select 1'",
        "private.offence()",
      ],
    ],
  ],
  [
    "function names are not overloaded, so that the data API can tell them apart",
    `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') group by 1 having count(*) > 1`,
    [
      [
        "create function public.offence() returns int language sql as 'select 1'; create function public.offence(int) returns int language sql as 'select 1'",
        "public.offence",
      ],
    ],
  ],
  [
    "no policy lets everything pass, or names a claim that people can write",
    `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (coalesce(qual, '') in ('true', '(true)') or coalesce(with_check, '') in ('true', '(true)')
       or concat(qual, with_check) ~ 'user_metadata|app_metadata')`,
    [
      ["create policy offence on public.packages for select to authenticated using (true)", "offence"],
      ["create policy offence on public.packages for insert to authenticated with check (true)", "offence"],
      [
        "create policy offence on public.packages for select to authenticated using (auth.jwt() -> 'user_metadata' ->> 'role' = 'owner')",
        "offence",
      ],
    ],
  ],
  [
    "policies only let read, and only who is signed in",
    `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (cmd <> 'SELECT' or permissive <> 'PERMISSIVE' or roles <> array['authenticated']::name[])`,
    [
      [
        "create policy offence on public.packages for delete to authenticated using (id = (select auth.uid()))",
        "offence",
      ],
      [
        "create policy offence on public.packages as restrictive for select to authenticated using (id = (select auth.uid()))",
        "offence",
      ],
      ["create policy offence on public.packages for select using (id = (select auth.uid()))", "offence"],
    ],
  ],
  [
    "one policy for each table and verb",
    `select tablename as name from pg_policies where schemaname in ('public', 'private')
     group by tablename, cmd having count(*) > 1`,
    [
      [
        "create policy offence on public.profiles for select to authenticated using (user_id = (select auth.uid()))",
        "profiles",
      ],
    ],
  ],
  [
    "policies ask who it is once a query, not once a row",
    `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and regexp_replace(qual, '\\( SELECT private\\.(me|is_staff)\\(\\)', '', 'g') ~ '(\\mme|is_staff)\\(\\)'`,
    [
      [
        "create policy offence on public.packages for select to authenticated using (id = private.me())",
        "offence",
      ],
      [
        "create policy offence on public.packages for select to authenticated using (private.is_staff())",
        "offence",
      ],
    ],
  ],
  [
    "who is calling is asked of private.me() alone, which knows the second factor",
    `select policyname as name from pg_policies where schemaname in ('public', 'private')
       and concat(qual, with_check) ~ 'auth\\.(uid|jwt)\\('
     union all
     select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.proname not in ('me', 'require_user') and p.prosrc ~ 'auth\\.uid\\('`,
    [
      [
        "create policy offence on public.packages for select to authenticated using (id = (select auth.uid()))",
        "offence",
      ],
      ["create function public.offence() returns uuid language sql as 'select auth.uid()'", "offence"],
    ],
  ],
  [
    "every foreign key has an index that begins with it",
    `select con.conname as name from pg_constraint con join pg_namespace n on n.oid = con.connamespace
     where con.contype = 'f' and n.nspname in ('public', 'private') and not exists (
       select 1 from pg_index i where i.indrelid = con.conrelid
       and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey)`,
    [
      [
        "create table public.offence (id int primary key, package uuid references public.packages)",
        "offence_package_fkey",
      ],
    ],
  ],
  [
    "every table has a primary key",
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r'
     and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    [["create table public.offence (id int)", "offence"]],
  ],
  [
    "no index twice",
    `select string_agg(indexrelid::regclass::text, ', ' order by indexrelid) as name from pg_index i
     join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' group by indrelid, indkey::text, indexprs::text, indpred::text, indclass::text, indoption::text
     having count(*) > 1`,
    [
      [
        "create index on public.packages (sender); create index on public.packages (sender)",
        "packages_sender_idx, packages_sender_idx1",
      ],
    ],
  ],
  [
    "times are with time zone, texts without a length type, no enums",
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' and (c.data_type in ('timestamp without time zone', 'USER-DEFINED')
       or c.data_type like 'character%')`,
    [
      ["alter table public.packages add column offence timestamp", "packages.offence"],
      ["alter table public.packages add column offence varchar(9)", "packages.offence"],
      [
        "create type public.offence as enum ('one'); alter table public.packages add column offence public.offence",
        "packages.offence",
      ],
    ],
  ],
  [
    "what runs with the rights of its owner does not run for visitors",
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.prosecdef and has_function_privilege('anon', p.oid, 'execute')`,
    [
      [
        "create function public.offence() returns int language sql security definer as 'select 1'; grant execute on function public.offence to anon",
        "offence()",
      ],
    ],
  ],
];

const sql = connect(1);

const namesOf = async (connection: Sql | Transaction, offenders: string) =>
  (await connection.unsafe<{ name: string }[]>(offenders)).map(({ name }) => name);

test.each(rules)("%s", async (_, offenders) => {
  expect(await namesOf(sql, offenders)).toEqual([]);
});

const offences = rules.flatMap(([rule, offenders, list]) =>
  list.map(([statement, name]) => [rule, statement, offenders, name] as const),
);

test.each(offences)("%s: broken by %s", async (_rule, statement, offenders, name) => {
  await undone(sql, async (tx) => {
    await tx.unsafe(statement);
    expect(await namesOf(tx, offenders)).toEqual([name]);
  });
});
