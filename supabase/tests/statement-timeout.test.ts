import { addOrder, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

const sql = connect();

/** Hundreds of millions of ways to divide the first letters, none of which fits: minutes of work for one row. */
const ENDLESS = "^(a*)(a*)(a*)(a*)(a*)b\\1\\2\\3\\4\\5c$";

test("no request through the data API holds a connection longer than its role may", async () => {
  const member = await signUpStaff(sql);
  const api = personClient(member.accessToken);
  const order = await addOrder(sql, { notes: `${"a".repeat(240)}b${"a".repeat(239)}c` });
  const query = () => api.from("grading_orders").select("id").eq("id", order.id);
  expect((await query().match({ notes: order.notes as string })).data).toEqual([{ id: order.id }]);

  const { error } = await query().filter("notes", "match", ENDLESS);
  expect(error?.message).toMatch(/statement timeout/);
  expect(
    await sql`select 1 from pg_stat_activity where state = 'active' and query like '%(a*)(a*)%' and pid <> pg_backend_pid()`,
  ).toHaveLength(0);

  // The connection goes back as it was: neither the bound nor the failed transaction stays with it.
  const page = await call<{ orders: unknown[] }>(api, "staff_list_orders", { p_limit: 1 });
  expect(page.orders).toHaveLength(1);
}, 60_000);
