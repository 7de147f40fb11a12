import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addStaff, addSubscription, addUser } from "../../sandbox/builders/rows";
import { type Order, payOrder } from "../../sandbox/builders/sql-functions";
import {
  connect,
  personClient,
  type Sql,
  signUp,
  type Transaction,
  type visitorClient,
  withRollback,
} from "../../sandbox/builders/test-database";
import { forPeople, forServer, readableByPeople, serverOnly } from "./grant-expectations";

const sql = connect();

/** Functions for triggers and migrations. No role may call them. */
const onlyForTheOwner = [
  "private.apply_grants",
  "private.count_open_exceptions",
  "private.create_profile",
  "private.mark_unproven",
  "private.maintain_order",
  "private.mark_blockers",
  "private.maintain_opening",
  "private.maintain_photo_due",
  "private.maintain_adjustments",
  "private.maintain_set_aside",
  "private.notify_customer",
  "private.record_order_change",
  "private.retain_photos",
  "private.refresh_search_of_orders",
  "private.refuse_rewriting_history",
  "private.email_sign_in_change",
];

describe("grants", () => {
  /** Returns the roles that may execute each function, as "name: role role". */
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

  /** Returns each role's rights on tables and sequences, as "name role: VERB VERB". Includes column rights. */
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
    ...onlyForTheOwner.map((name) => `${name}: `),
  ].sort();
  const wantedTables = [
    ...readableByPeople.map((name) => `${name} authenticated: SELECT`),
    ...[...readableByPeople, ...serverOnly].map(
      (name) =>
        `${name} service_role: DELETE INSERT SELECT${name === "public.order_events" ? "" : " UPDATE"}`,
    ),
  ].sort();

  test("grants each function only to the listed roles", async () => {
    expect((await functionRights(sql)).sort()).toEqual(wantedFunctions);
  });

  test("grants each table only to the listed roles", async () => {
    expect((await tableRights(sql)).sort()).toEqual(wantedTables);
  });

  test("denies anonymous users the private schema, and users the right to create objects", async () => {
    const [row] = await sql`select has_schema_privilege('anon', 'private', 'usage') as anon,
    has_schema_privilege('authenticated', 'private', 'create') as creates,
    has_schema_privilege('authenticated', 'public', 'create') as creates_public`;
    expect(row).toEqual({ anon: false, creates: false, creates_public: false });
  });

  test("revokes the data API's default grants, idempotently", async () => {
    await withRollback(sql, async (tx) => {
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
});

describe("rls data api", () => {
  /** PostgreSQL's code for a missing table privilege. */
  const DENIED = "42501";
  const forged = { role: "owner", is_admin: true, app_role: "owner" };
  type Person = Awaited<ReturnType<typeof signUp>>;
  let collector: Person;
  let neighbor: Person;
  let order: Order;

  beforeAll(async () => {
    [collector, neighbor] = [await signUp(forged), await signUp()];
    order = await payOrder(collector.id);
    await payOrder(neighbor.id);
    await sql`insert into order_admin (order_id, internal_notes, dispute_status, review_reason)
    values (${order.id}, 'secret', 'lost', 'dispute_lost')`;
    await addSubscription(sql, collector.id);
  });

  type Client = ReturnType<typeof visitorClient>;
  type Row = Record<string, unknown>;

  async function rowsOf(client: Client, table: string): Promise<Row[]> {
    const { data, error } = await client.from(table).select("*");
    if (error) throw new Error(`${table}: ${error.code} ${error.message}`);
    return data as Row[];
  }

  async function barOf(client: Client, table: string): Promise<string> {
    const { data, error } = await client.from(table).select("*");
    if (error) return error.code;
    return data.length === 0 ? "no rows" : `${data.length} rows`;
  }

  test("returns owners their rows without staff-only data", async () => {
    const api = personClient(collector.accessToken);
    const orders = await rowsOf(api, "grading_orders");
    expect(orders.map((row) => row.id)).toEqual([order.id]);
    const hidden = [
      "internal_notes",
      "dispute_status",
      "review_reason",
      "open_exceptions",
      "placed_by_admin",
    ];
    for (const name of hidden) expect(orders[0]).not.toHaveProperty(name);
    expect((await rowsOf(api, "subscriptions")).map((row) => row.user_id)).toEqual([collector.id]);
    expect((await rowsOf(api, "profiles")).map((row) => row.user_id)).toEqual([collector.id]);
    const bars: Record<string, string> = {
      order_admin: "no rows",
      order_events: DENIED,
      tracking_links: DENIED,
      staff: "no rows",
      outbox: DENIED,
      stripe_events: DENIED,
      stripe_customers: DENIED,
    };
    for (const [table, bar] of Object.entries(bars)) {
      expect([table, await barOf(api, table)]).toEqual([table, bar]);
    }
  });

  test("returns one active subscription or error PGRST116", async () => {
    const one = (token: string, id: string) =>
      personClient(token).from("subscriptions").select("*").eq("user_id", id).eq("status", "active").single();
    expect((await one(collector.accessToken, collector.id)).data).toMatchObject({ plan_type: "pro" });
    expect((await one(neighbor.accessToken, neighbor.id)).error?.code).toBe("PGRST116");
    expect((await one(neighbor.accessToken, collector.id)).error?.code).toBe("PGRST116");
  });

  test("shows a removed staff member nothing from the next request on", async () => {
    const former = await signUp();
    await addStaff(sql, former.id, "owner");
    const api = personClient(former.accessToken);
    expect((await rowsOf(api, "order_admin")).length).toBeGreaterThan(0);
    await sql`delete from staff where user_id = ${former.id}`;
    expect(await rowsOf(api, "order_admin")).toEqual([]);
  });
});

describe("migrations", () => {
  const domains = [
    "foundation",
    "business_calendar",
    "people",
    "orders",
    "outbox",
    "memberships",
    "checkout",
    "payments",
    "order_adjustments",
    "counts",
    "adjustment_payments",
    "return_address",
    "return_shipment",
    "tracking",
    "inbound",
    "cancellations",
    "order_emails",
    "staff_orders",
    "order_changes",
    "receiving",
    "order_photos",
    "grader_shipments",
    "returns",
    "customer_pages",
    "undo",
    "reconciliation",
    "numbers",
    "activity",
    "privacy",
    "rate_limits",
  ];

  const withoutComments = (sql: string) => sql.replace(/--.*$/gm, "").replace(/\/\*[\s\S]*?\*\//g, "");
  const folder = join(process.cwd(), "supabase/migrations");
  const files = readdirSync(folder).sort();

  test("has one migration file per domain, in this order", () => {
    expect(files.every((file) => /^\d{14}_[a-z_]+\.sql$/.test(file))).toBe(true);
    expect(files.map((file) => file.slice(15, -4))).toEqual(domains);
  });

  test("creates each object once, completely, and grants rights last", () => {
    const migrations = files.map((file) => withoutComments(readFileSync(join(folder, file), "utf8")));
    for (const sql of migrations) {
      // Without these clauses, PostgreSQL refuses to create an object twice.
      expect(sql).not.toMatch(
        /\bcreate\s+or\s+replace\b|\b(table|index|sequence|view)\s+if\s+not\s+exists\b/i,
      );
      expect(sql).not.toMatch(/^\s*drop\s/im);
      expect(sql).not.toMatch(
        /\balter\s+table\s[^;]*\badd\s+(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)/i,
      );
    }
    expect(migrations.join().match(/\b(?:select|perform)\s+private\.apply_grants\s*\(/gi)).toHaveLength(1);
    expect(migrations.at(-1)).toMatch(/;\s*select private\.apply_grants\(\);\s*$/);
  });
});

describe("mail link", () => {
  const isOpen = async (tx: Transaction, tokenHash: string) =>
    (await tx<{ is: boolean }[]>`select public.is_mail_link_open(${tokenHash}) as is`)[0]?.is;

  test.each([
    ["confirmation_token", "confirmation_sent_at"],
    ["recovery_token", "recovery_sent_at"],
    ["email_change_token_current", "email_change_sent_at"],
    ["email_change_token_new", "email_change_sent_at"],
  ])("keeps a link with %s open for an hour or until it is used", (token, sentAt) =>
    withRollback(sql, async (tx) => {
      const { id } = await addUser(tx, {});
      const hash = `${"0f".repeat(27)}${id.slice(0, 2)}`;
      const change = (values: object) => tx`update auth.users set ${tx(values)} where id = ${id}`;
      expect(await isOpen(tx, hash)).toBe(false);
      await change({ [token]: hash, [sentAt]: new Date(Date.now() - 3_590_000) });
      expect(await isOpen(tx, hash)).toBe(true);
      await change({ [sentAt]: new Date(Date.now() - 3_610_000) });
      expect(await isOpen(tx, hash)).toBe(false);
      await change({ [token]: "", [sentAt]: new Date() });
      expect([await isOpen(tx, hash), await isOpen(tx, "")]).toEqual([false, false]);
    }),
  );
});
