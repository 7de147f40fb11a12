import { aMark, anEmail } from "../../sandbox/builders/ids";
import { addOrder, addUser, signUpStaff } from "../../sandbox/builders/rows";
import { call, connect, personClient, serverClient } from "../../sandbox/builders/test-database";

/* The test databases sort text as a hosted one does. These rules are the ones that could break. */

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
  const [mark, other] = [aMark(), aMark()];
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

test("whole addresses and batch IDs are looked up by an index that knows no language", async () => {
  const plans = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    const lines = [];
    for (const condition of [
      `lower(o.user_email collate "C") = 'a@example.test' and o.user_email is not null`,
      `lower(o.guest_email collate "C") = 'a@example.test' and o.guest_email is not null and o.user_id is null`,
      `o.batch_id = 'BATCH-AAAAAAAA-AAAA'`,
    ])
      lines.push(await tx.unsafe(`explain (costs off) select from grading_orders o where ${condition}`));
    return lines.map((rows) => rows.map((row) => row["QUERY PLAN"]).join());
  });
  expect(plans[0]).toContain("grading_orders_user_email");
  expect(plans[1]).toContain("grading_orders_linkable");
  expect(plans[2]).toContain("grading_orders_batch_id_key");
});
