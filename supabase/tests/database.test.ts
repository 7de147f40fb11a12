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
  withRollback,
} from "../../sandbox/builders/test-database";
import { federalHolidays } from "../../sandbox/calendar";

const sql = connect();

describe("collation", () => {
  test("sorts text by language, not by bytes", async () => {
    const [row] = await sql`select datlocprovider as provider,
      (select array_agg(t order by t) from unnest(array['b', 'B', 'a', 'É', '_x', 'Z', '10', '9']) t) as sorted
    from pg_database where datname = current_database()`;
    expect(row).toEqual({ provider: "i", sorted: ["_x", "10", "9", "a", "b", "B", "É", "Z"] });
  });

  test("keeps texts that differ in case or accents distinct in unique columns", async () => {
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

  test("finds a substring regardless of case and accents", async () => {
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
    // Weekends only.
    ["2026-09-14", 10, "2026-09-28"],
    ["2026-09-14", 15, "2026-10-05"],
    ["2026-09-18", 1, "2026-09-21"],
    ["2026-09-19", 1, "2026-09-21"],
    ["2026-09-20", 1, "2026-09-21"],
    // Thanksgiving, July 4 on a Saturday, July 4 on a Sunday, New Year's Day 2028 observed in 2027.
    ["2026-11-25", 1, "2026-11-27"],
    ["2026-07-02", 1, "2026-07-06"],
    ["2027-07-02", 1, "2027-07-06"],
    ["2027-12-30", 1, "2028-01-03"],
    // A holiday counts as the preceding business day.
    ["2026-11-26", 10, "2026-12-10"],
    ["2026-11-25", 10, "2026-12-10"],
    ["2026-12-11", 15, "2027-01-05"],
  ])("starting from %s, counts %i business days to %s", async (day, days, expected) => {
    const [row] = await sql<
      { day: string }[]
    >`select private.business_date_after(${day}, ${days})::text as day`;
    expect(row?.day).toBe(expected);
  });

  test.each(federalHolidays(2026, 2028).map(({ day, name }) => [name, day] as const))(
    "skips %s (%s) in both directions",
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

  describe.each(["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])(
    "in a session with the time zone %s",
    (zone) => {
      test.each([
        // Around midnight, and at both daylight saving changes.
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
      ])("for a check-in at %s, estimates %s to %s", async (at, from, to) => {
        await withRollback(sql, async (tx) => {
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
    },
  );
});

describe("schema lint", () => {
  type Offense = [statement: string, name: string];

  const offensePolicy = (definition: string): Offense => [
    `create policy offense on public.packages ${definition}`,
    "offense",
  ];
  /** Each query lists the violations of one rule. Each offense creates a violation that its query must return. */
  const rules: [rule: string, offenders: string, offenses: Offense[]][] = [
    [
      "enables row level security on every table",
      `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity`,
      [
        ["create table public.offense (id int primary key)", "public.offense"],
        ["create table private.offense (id int primary key)", "private.offense"],
      ],
    ],
    [
      "has no views, which would bypass row level security",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind in ('v', 'm')`,
      [
        ["create view public.offense as select 1 as one", "offense"],
        ["create materialized view private.offense as select 1 as one", "offense"],
      ],
    ],
    [
      "has no tables in the private schema",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'private' and c.relkind in ('r', 'p')`,
      [["create table private.offense (id int primary key)", "offense"]],
    ],
    [
      "sets an empty search path in every function",
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
      "has no overloaded functions, which the data API can't distinguish",
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
      "has no policy that allows everything or trusts user-editable claims",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (coalesce(qual, '') in ('true', '(true)') or coalesce(with_check, '') in ('true', '(true)')
       or concat(qual, with_check) ~ 'user_metadata|app_metadata')`,
      [
        offensePolicy("for select to authenticated using (true)"),
        offensePolicy("for insert to authenticated with check (true)"),
        offensePolicy(
          "for select to authenticated using (auth.jwt() -> 'user_metadata' ->> 'role' = 'owner')",
        ),
      ],
    ],
    [
      "allows only reads, only by signed-in users, in policies",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and (cmd <> 'SELECT' or permissive <> 'PERMISSIVE' or roles <> array['authenticated']::name[])`,
      [
        offensePolicy("for delete to authenticated using (id = (select auth.uid()))"),
        offensePolicy("as restrictive for select to authenticated using (id = (select auth.uid()))"),
        offensePolicy("for select using (id = (select auth.uid()))"),
      ],
    ],
    [
      "has one policy per table and command",
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
      "evaluates the caller once per query in policies",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
     and regexp_replace(qual, '\\( SELECT ([^()]+ WHERE \\()?private\\.(me|staff_role)\\(\\)', '', 'g') ~ '(\\mme|staff_role)\\(\\)'`,
      [
        offensePolicy("for select to authenticated using (id = private.me())"),
        offensePolicy("for select to authenticated using (private.staff_role() is not null)"),
      ],
    ],
    [
      "identifies callers only by private.me(), which checks the second factor",
      `select policyname as name from pg_policies where schemaname in ('public', 'private')
       and concat(qual, with_check) ~ 'auth\\.(uid|jwt)\\('
     union all
     select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.proname not in ('me', 'require_user') and p.prosrc ~ 'auth\\.uid\\('`,
      [
        offensePolicy("for select to authenticated using (id = (select auth.uid()))"),
        ["create function public.offense() returns uuid language sql as 'select auth.uid()'", "offense"],
      ],
    ],
    [
      "has an index for every foreign key",
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
      "has a primary key in every table",
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r'
     and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      [["create table public.offense (id int)", "offense"]],
    ],
    [
      "has no duplicate index",
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
      "uses timestamptz and text, and no enums",
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
      "lets no visitor run a security definer function",
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

  const namesOf = async (connection: Sql | Transaction, offenders: string) =>
    (await connection.unsafe<{ name: string }[]>(offenders)).map(({ name }) => name);

  test.each(rules)("%s", async (_, offenders, offenses) => {
    expect(await namesOf(sql, offenders)).toEqual([]);
    for (const [statement, name] of offenses)
      await withRollback(sql, async (tx) => {
        await tx.unsafe(statement);
        expect([statement, await namesOf(tx, offenders)]).toEqual([statement, [name]]);
      });
  });
});
