import { addStaff, addSubscription } from "../../sandbox/builders/rows";
import { aPaidSession, aReservation, type Order, payOrder } from "../../sandbox/builders/sql-functions";
import { connect, personClient, signUp, visitorClient } from "../../sandbox/builders/test-database";

/* A sample of the matrix where people meet it: the data API, with tokens of the auth service. */

const sql = connect();
/** The code with which PostgreSQL refuses who has no right to a table at all. */
const DENIED = "42501";
const forged = { role: "owner", is_admin: true, app_role: "owner" };
type Person = Awaited<ReturnType<typeof signUp>>;
let collector: Person;
let neighbour: Person;
let staff: Person;
let order: Order;

beforeAll(async () => {
  [collector, neighbour, staff] = [await signUp(forged), await signUp(), await signUp()];
  order = await payOrder(collector.id);
  await payOrder(neighbour.id);
  await sql`insert into order_admin (order_id, internal_notes, dispute_status, review_reason)
    values (${order.id}, 'secret', 'lost', 'dispute_lost')`;
  await addSubscription(sql, collector.id);
  await addStaff(sql, staff.id);
});

type Client = ReturnType<typeof visitorClient>;
type Row = Record<string, unknown>;

/** The rows that a table answers; throws when it answers anything else. */
async function rowsOf(client: Client, table: string): Promise<Row[]> {
  const { data, error } = await client.from(table).select("*");
  if (error) throw new Error(`${table}: ${error.code} ${error.message}`);
  return data as Row[];
}

/** What stands between a client and a table: "no rows" of its policies, or the code of the refusal. */
async function barOf(client: Client, table: string): Promise<string> {
  const { data, error } = await client.from(table).select("*");
  if (error) return error.code;
  return data.length === 0 ? "no rows" : `${data.length} rows`;
}

test("select=* gives the owner their rows, and nothing that only staff may see", async () => {
  const api = personClient(collector.accessToken);
  const orders = await rowsOf(api, "grading_orders");
  expect(orders.map((row) => row.id)).toEqual([order.id]);
  const hidden = ["internal_notes", "dispute_status", "review_reason", "open_exceptions", "placed_by_admin"];
  for (const name of hidden) expect(orders[0]).not.toHaveProperty(name);
  expect((await rowsOf(api, "subscriptions")).map((row) => row.user_id)).toEqual([collector.id]);
  expect((await rowsOf(api, "profiles")).map((row) => row.user_id)).toEqual([collector.id]);
  const bars: Record<string, string> = {
    order_admin: "no rows",
    order_events: DENIED,
    tracking_links: DENIED,
    staff: "no rows",
    staff_events: DENIED,
    outbox: DENIED,
    stripe_events: DENIED,
    stripe_customers: DENIED,
  };
  for (const [table, bar] of Object.entries(bars)) {
    expect([table, await barOf(api, table)]).toEqual([table, bar]);
  }
});

test("the direct reads of the product work: a single active subscription, or PGRST116", async () => {
  const one = (token: string, id: string) =>
    personClient(token).from("subscriptions").select("*").eq("user_id", id).eq("status", "active").single();
  expect((await one(collector.accessToken, collector.id)).data).toMatchObject({ plan_type: "pro" });
  expect((await one(neighbour.accessToken, neighbour.id)).error?.code).toBe("PGRST116");
  expect((await one(neighbour.accessToken, collector.id)).error?.code).toBe("PGRST116");
});

test("a visitor is refused every table", async () => {
  const tables = await sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) expect([name, await barOf(visitorClient(), name)]).toEqual([name, DENIED]);
});

test("staff see all, with what only they may see", async () => {
  const api = personClient(staff.accessToken);
  const { data } = await api.from("grading_orders").select("*").in("user_id", [collector.id, neighbour.id]);
  expect(data).toHaveLength(2);
  const facts = "internal_notes, dispute_status, review_reason, open_exceptions, placed_by_admin";
  const entry = await api.from("order_admin").select(facts).eq("order_id", order.id).single();
  expect(entry.data).toEqual({
    internal_notes: "secret",
    dispute_status: "lost",
    review_reason: "dispute_lost",
    open_exceptions: 0,
    placed_by_admin: false,
  });
});

test("who is no longer staff sees nothing more at the next request, with the same token", async () => {
  const former = await signUp();
  await addStaff(sql, former.id, "owner");
  const api = personClient(former.accessToken);
  expect((await rowsOf(api, "order_admin")).length).toBeGreaterThan(0);
  await sql`delete from staff where user_id = ${former.id}`;
  expect(await rowsOf(api, "order_admin")).toEqual([]);
});

test("nobody writes a table, not even their own rows", async () => {
  for (const person of [collector, staff]) {
    const api = personClient(person.accessToken);
    const own = await api.from("grading_orders").update({ total_paid: 0 }).eq("id", order.id).select();
    const profile = await api.from("profiles").update({ full_name: "x" }).eq("user_id", person.id).select();
    const event = await api
      .from("order_events")
      .insert({ order_id: order.id, type: "arrived", public: true })
      .select();
    const gone = await api.from("grading_orders").delete().eq("id", order.id).select();
    const promoted = await api.from("staff").insert({ user_id: person.id, role: "owner" }).select();
    for (const { data } of [own, profile, event, gone, promoted]) expect(data ?? []).toEqual([]);
  }
  const [row] = await sql`select total_paid, version from grading_orders where id = ${order.id}`;
  expect(row).toEqual({ total_paid: "100.00", version: order.version });
});

test("functions of the server refuse people", async () => {
  const calls: [string, Record<string, unknown>][] = [
    ["reserve_order", aReservation(collector.id)],
    ["apply_checkout", aPaidSession(order)],
    ["link_guest_orders", { p_user_id: collector.id }],
    ["bind_staff", { p_email: collector.email, p_role: "owner" }],
    ["upsert_profile", { p_user_id: neighbour.id, p_profile: { full_name: "x" } }],
    ["get_order_for_email", { p_order_id: order.id }],
    ["claim_outbox", { p_limit: 1 }],
    ["take_rate_limits", { p_buckets: [{ key: "x", rules: [{ limit: 1, window_seconds: 1 }] }] }],
  ];
  for (const api of [visitorClient(), personClient(collector.accessToken), personClient(staff.accessToken)]) {
    for (const [name, args] of calls) {
      const { data, error } = await api.rpc(name, args);
      expect([name, data, error === null]).toEqual([name, null, false]);
      expect(error?.message).toMatch(/permission denied|not find/);
    }
  }
});
