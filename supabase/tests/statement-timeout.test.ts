import { aMark } from "../../sandbox/builders/ids";
import { signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

const sql = connect();

test("no request through the data API holds a connection longer than its role may", async () => {
  const member = await signUpStaff(sql);
  const api = personClient(member.accessToken);
  const mark = aMark().toLowerCase();
  await sql.begin(async (tx) => {
    // Waited for, not worked for: a table that no request of a person reads cannot be had.
    await tx`lock table public.erasures in access exclusive mode`;
    const { error } = await api.from("erasures").select(`${mark}:counts`);
    expect(error?.message).toMatch(/statement timeout/);
    expect(
      await tx`select 1 from pg_stat_activity where state = 'active' and query like ${`%${mark}%`}
        and pid <> pg_backend_pid()`,
    ).toHaveLength(0);
  });

  // The connection goes back as it was: neither the bound nor the failed transaction stays with it.
  const page = await call<{ orders: unknown[] }>(api, "staff_list_orders", { p_limit: 1 });
  expect(page.orders).toHaveLength(1);
}, 60_000);
