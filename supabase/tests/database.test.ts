import { addReceived } from "../../sandbox/builders/grader-shipment";
import { anEmail, uniqueToken } from "../../sandbox/builders/ids";
import { addOrder, addUser, signUpStaff } from "../../sandbox/builders/rows";
import {
  call,
  connect,
  personClient,
  type Sql,
  serverClient,
  type Transaction,
  undone,
} from "../../sandbox/builders/test-database";
import { federalHolidays } from "../../sandbox/calendar";

const sql = connect();

describe("collation", () => {
  /* The test databases sort text as a hosted one does. */

  const sql = connect();

  test("the database sorts texts as a language does, not by their bytes", async () => {
    const [row] = await sql`select datlocprovider as provider,
      (select array_agg(t order by t) from unnest(array['b', 'B', 'a', 'É', '_x', 'Z', '10', '9']) t) as sorted
    from pg_database where datname = current_database()`;
    expect(row).toEqual({ provider: "i", sorted: ["_x", "10", "9", "a", "b", "B", "É", "Z"] });
  });

  test("letters of two cases, and those with and without marks, stay two texts where one is unique", async () => {
    const order = await addOrder(sql);
    await expect(addOrder(sql, { batch_id: order.batch_id })).rejects.toMatchObject({ code: "23505" });
    const accounts = [
      await addUser(sql, { email: `zoe.${anEmail()}` }),
      await addUser(sql, { email: `zoé.${anEmail()}` }),
    ];
    const guests = await addOrder(sql, { guest_email: accounts[0]?.email.toUpperCase() ?? "" });
    for (const { id } of accounts.toReversed())
      await call(serverClient(), "link_guest_orders", { p_user_id: id });
    const [linked] = await sql`select user_id from grading_orders where id = ${guests.id}`;
    expect(linked?.user_id).toBe(accounts[0]?.id);
  });

  test("a search finds parts of words in any case, with their accents or without, and nothing else", async () => {
    const staff = await signUpStaff(sql);
    const [mark, other] = [uniqueToken(), uniqueToken()];
    const order = await addOrder(sql, { tracking_number: `${mark}-Müller_9`, guest_email: "x@example.test" });
    await addOrder(sql, { tracking_number: `${other}-Muller-9` });
    const found = async (p_search: string) => {
      const page = await call<{ orders: { id: string }[] }>(
        personClient(staff.accessToken),
        "staff_list_orders",
        { p_search },
      );
      return page.orders.map(({ id }) => id);
    };
    for (const text of [
      mark,
      mark.toUpperCase(),
      `${mark} müller`,
      `${mark} MÜLL`,
      `${mark} muller`,
      `${mark} ler_9`,
    ])
      expect([text, await found(text)]).toEqual([text, [order.id]]);
    for (const text of [`${mark} miller`, `${mark} ler9`])
      expect([text, await found(text)]).toEqual([text, []]);
  });
});

describe("business calendar", () => {
  const DAY = 86_400_000;
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10);

  const rests = new Set(federalHolidays(2024, 2045).map(({ day }) => day));
  const isBusinessDay = (day: string) =>
    ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !rests.has(day);

  test.each([
    // A Monday with only a weekend between, then each kind of holiday.
    ["2026-09-14", 10, "2026-09-28"],
    ["2026-09-14", 15, "2026-10-05"],
    ["2026-09-18", 1, "2026-09-21"],
    ["2026-09-19", 1, "2026-09-21"],
    ["2026-09-20", 1, "2026-09-21"],
    // Thanksgiving; a Saturday's July 4 on Friday; a Sunday's on Monday; New Year's Day 2028 in 2027.
    ["2026-11-25", 1, "2026-11-27"],
    ["2026-07-02", 1, "2026-07-06"],
    ["2027-07-02", 1, "2027-07-06"],
    ["2027-12-30", 1, "2028-01-03"],
    // A holiday counts like the business day before.
    ["2026-11-26", 10, "2026-12-10"],
    ["2026-11-25", 10, "2026-12-10"],
    ["2026-12-11", 15, "2027-01-05"],
  ])("the business day that comes so many after %s (%i) is %s", async (day, days, expected) => {
    const [row] = await sql<
      { day: string }[]
    >`select private.business_date_after(${day}, ${days})::text as day`;
    expect(row?.day).toBe(expected);
  });

  test.each(federalHolidays(2026, 2028).map(({ day, name }) => [name, day] as const))(
    "%s (%s) is passed over, there and back",
    async (_, day) => {
      const at = Date.parse(`${day}T00:00:00Z`);
      const [before, after] = [-1, 1].map((step) => {
        let one = at + step * DAY;
        while (!isBusinessDay(iso(one))) one += step * DAY;
        return iso(one);
      });
      const [row] = await sql`select private.business_date_after(${before ?? ""}, 1)::text as next,
      private.business_date_after(${day}, 1)::text as from_it,
      private.business_date(private.business_days_before(${`${after}T17:00:00Z`}, 1))::text as former`;
      expect(row).toEqual({ next: after, from_it: after, former: before });
    },
  );

  describe.each(["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])("asked in a session of %s", (zone) => {
    test.each([
      // Around midnight, and both clock changes.
      ["2026-09-15T03:30:00Z", "2026-09-28", "2026-10-05"],
      ["2026-09-15T04:30:00Z", "2026-09-29", "2026-10-06"],
      ["2026-03-07T04:30:00Z", "2026-03-20", "2026-03-27"],
      ["2026-03-08T04:30:00Z", "2026-03-20", "2026-03-27"],
      ["2026-03-09T03:30:00Z", "2026-03-20", "2026-03-27"],
      ["2026-03-09T04:30:00Z", "2026-03-23", "2026-03-30"],
      ["2026-10-31T03:30:00Z", "2026-11-16", "2026-11-23"],
      ["2026-11-01T03:30:00Z", "2026-11-16", "2026-11-23"],
      ["2026-11-02T04:30:00Z", "2026-11-16", "2026-11-23"],
      ["2026-11-02T05:30:00Z", "2026-11-17", "2026-11-24"],
    ])("what is checked in at %s is promised from %s to %s", async (at, from, to) => {
      await undone(sql, async (tx) => {
        await tx`select set_config('timezone', ${zone}, true)`;
        const { id } = await addReceived(tx, { received_at: at });
        const [row] = await tx`select promised_from::text as from, promised_to::text as to
        from grading_orders where id = ${id}`;
        expect(row).toEqual({ from, to });
        const late = async (day: string, time: string) => {
          const [condition] = await tx<
            { text: string; source: string }[]
          >`select private.staff_list() as source, v.condition as text from private.staff_views(
          (${day}::date + ${time}::time) at time zone private.business_time_zone()) v where v.name = 'overdue'`;
          const [found] = await tx.unsafe(
            `select exists (select from ${condition?.source} where o.id = '${id}' and ${condition?.text}) as is_late`,
          );
          return found?.is_late;
        };
        expect(await late(to, "23:30")).toBe(false);
        expect(await late(iso(Date.parse(to) + DAY), "00:30")).toBe(true);
      });
    });
  });
});

describe("schema lint", () => {
  type Offense = [statement: string, name: string];

  /** Rules of the schema: each query lists violations, and each offense creates one that the query must name. */
  const rules: [rule: string, offenders: string, offenses: Offense[]][] = [
    [
      "row level security is on for every table",
      `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity`,
      [
        ["create table public.offense (id int primary key)", "public.offense"],
        ["create table private.offense (id int primary key)", "private.offense"],
      ],
    ],
    [
      "no views or materialized views, which would read past row level security",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('v', 'm')`,
      [
        ["create view public.offense as select 1 as one", "offense"],
        ["create materialized view private.offense as select 1 as one", "offense"],
      ],
    ],
    [
      "private holds no tables",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'private' and c.relkind in ('r', 'p')`,
      [["create table private.offense (id int primary key)", "offense"]],
    ],
    [
      "every function sets an empty search path",
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private')
       and not coalesce(p.proconfig, '{}') && array['search_path=""', 'search_path=']`,
      [
        ["create function public.offense() returns int language sql as 'select 1'", "offense()"],
        [
          "create function private.offense() returns int language sql set search_path = public as 'select 1'",
          "private.offense()",
        ],
      ],
    ],
    [
      "function names are not overloaded, so that the data API can tell them apart",
      `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') group by 1 having count(*) > 1`,
      [
        [
          "create function public.offense() returns int language sql as 'select 1'; create function public.offense(int) returns int language sql as 'select 1'",
          "public.offense",
        ],
      ],
    ],
    [
      "no policy lets everything pass, or names a claim that people can write",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (coalesce(qual, '') in ('true', '(true)') or coalesce(with_check, '') in ('true', '(true)')
       or concat(qual, with_check) ~ 'user_metadata|app_metadata')`,
      [
        ["create policy offense on public.packages for select to authenticated using (true)", "offense"],
        ["create policy offense on public.packages for insert to authenticated with check (true)", "offense"],
        [
          "create policy offense on public.packages for select to authenticated using (auth.jwt() -> 'user_metadata' ->> 'role' = 'owner')",
          "offense",
        ],
      ],
    ],
    [
      "policies only let read, and only who is signed in",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (cmd <> 'SELECT' or permissive <> 'PERMISSIVE' or roles <> array['authenticated']::name[])`,
      [
        [
          "create policy offense on public.packages for delete to authenticated using (id = (select auth.uid()))",
          "offense",
        ],
        [
          "create policy offense on public.packages as restrictive for select to authenticated using (id = (select auth.uid()))",
          "offense",
        ],
        ["create policy offense on public.packages for select using (id = (select auth.uid()))", "offense"],
      ],
    ],
    [
      "one policy for each table and verb",
      `select tablename as name from pg_policies where schemaname in ('public', 'private')
     group by tablename, cmd having count(*) > 1`,
      [
        [
          "create policy offense on public.profiles for select to authenticated using (user_id = (select auth.uid()))",
          "profiles",
        ],
      ],
    ],
    [
      "policies ask who it is once a query, not once a row",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and regexp_replace(qual, '\\( SELECT ([^()]+ WHERE \\()?private\\.(me|staff_role)\\(\\)', '', 'g') ~ '(\\mme|staff_role)\\(\\)'`,
      [
        [
          "create policy offense on public.packages for select to authenticated using (id = private.me())",
          "offense",
        ],
        [
          "create policy offense on public.packages for select to authenticated using (private.staff_role() is not null)",
          "offense",
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
          "create policy offense on public.packages for select to authenticated using (id = (select auth.uid()))",
          "offense",
        ],
        ["create function public.offense() returns uuid language sql as 'select auth.uid()'", "offense"],
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
          "create table public.offense (id int primary key, package uuid references public.packages)",
          "offense_package_fkey",
        ],
      ],
    ],
    [
      "every table has a primary key",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r'
     and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      [["create table public.offense (id int)", "offense"]],
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
        ["alter table public.packages add column offense timestamp", "packages.offense"],
        ["alter table public.packages add column offense varchar(9)", "packages.offense"],
        [
          "create type public.offense as enum ('one'); alter table public.packages add column offense public.offense",
          "packages.offense",
        ],
      ],
    ],
    [
      "what runs with the rights of its owner does not run for visitors",
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.prosecdef and has_function_privilege('anon', p.oid, 'execute')`,
      [
        [
          "create function public.offense() returns int language sql security definer as 'select 1'; grant execute on function public.offense to anon",
          "offense()",
        ],
      ],
    ],
  ];

  const sql = connect();

  const namesOf = async (connection: Sql | Transaction, offenders: string) =>
    (await connection.unsafe<{ name: string }[]>(offenders)).map(({ name }) => name);

  test.each(rules)("%s", async (_, offenders) => {
    expect(await namesOf(sql, offenders)).toEqual([]);
  });

  const offenses = rules.flatMap(([rule, offenders, list]) =>
    list.map(([statement, name]) => [rule, statement, offenders, name] as const),
  );

  test.each(offenses)("%s: broken by %s", async (_rule, statement, offenders, name) => {
    await undone(sql, async (tx) => {
      await tx.unsafe(statement);
      expect(await namesOf(tx, offenders)).toEqual([name]);
    });
  });
});
