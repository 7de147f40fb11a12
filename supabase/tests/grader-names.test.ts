import { addReceived, addToSentGroup } from "../../sandbox/builders/grader-group";
import { aHash } from "../../sandbox/builders/ids";
import { call, connect, personClient, serverClient, signedUp } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

type Named = { graders: { number: string; grader: string }[] } | null;

/** The graders of an order's numbers, which each of its customer's reads has: the drawer, the tracking page, a mail. */
async function namesOf(order: { id: string; batch_id: string | null }, accessToken: string) {
  const hash = aHash();
  await sql`insert into tracking_links (order_id, token_hash) values (${order.id}, ${hash})
    on conflict (order_id) do update set token_hash = excluded.token_hash`;
  const p_batch = order.batch_id;
  const { batch } = await call<{ batch: Named }>(personClient(accessToken), "get_dashboard", { p_batch });
  const tracked = await call<Named>(server, "get_tracked_order", { p_token_hash: hash });
  const mailed = await call<Named>(server, "get_order_for_email", { p_order_id: order.id });
  expect([tracked?.graders, mailed?.graders]).toEqual([batch?.graders, batch?.graders]);
  return batch?.graders.map(({ number, grader }) => `${number} ${grader}`);
}

test("of an order in no group no grader is known; else the one it went to", async () => {
  const person = await signedUp(sql);
  const order = await addReceived(sql, { user_id: person.id, grading_submission_number: "N-1" });
  expect(await namesOf(order, person.accessToken)).toEqual([]);
  await addToSentGroup(sql, order.id, "BGS", "N-1");
  expect(await namesOf(order, person.accessToken)).toEqual(["N-1 BGS"]);
  // A number that was mended by hand is that grader's, too.
  await sql`update grading_orders set grading_submission_number = 'N-2' where id = ${order.id}`;
  expect(await namesOf(order, person.accessToken)).toEqual(["N-1 BGS", "N-2 BGS"]);
});

test("a batch that was put into a group has no number yet, and its customer's pages and mails have none to read", async () => {
  const person = await signedUp(sql);
  const order = await addReceived(sql, { user_id: person.id });
  await sql`
    with open_group as (
      insert into grader_groups (grader, opened_by) values ('PSA', gen_random_uuid()) returning id)
    insert into order_admin (order_id, grader_group_id, grouped_at, sent_cards) select ${order.id}, id, now(), 2 from open_group
    on conflict (order_id) do update set grader_group_id = excluded.grader_group_id, grouped_at = excluded.grouped_at`;
  expect(await namesOf(order, person.accessToken)).toEqual([]);
});

test("late cards have the grader of their own group, also where the batch has no other number", async () => {
  const person = await signedUp(sql);
  const order = await addReceived(sql, { user_id: person.id, grading_submission_number: "N-1" });
  await addToSentGroup(sql, order.id, "BGS", "N-1");
  await sql`
    with late as (
      insert into grader_groups (grader, step, submission_number, declared_cards, opened_by)
      values ('PSA', 'closed', 'N-2', 2, gen_random_uuid()) returning id)
    insert into late_cards (order_id, group_id, cards, grouped_at) select ${order.id}, late.id, 2, now() from late`;
  expect(await namesOf(order, person.accessToken)).toEqual(["N-1 BGS", "N-2 PSA"]);
  await sql`update grading_orders set grading_submission_number = 'N-2' where id = ${order.id}`;
  expect(await namesOf(order, person.accessToken)).toEqual(["N-1 BGS", "N-2 PSA"]);
});

test("it is told of nobody else's order", async () => {
  const [owner, stranger] = [await signedUp(sql), await signedUp(sql)];
  const order = await addReceived(sql, { user_id: owner.id });
  await addToSentGroup(sql, order.id, "BGS", "N-1");
  const [{ graders } = { graders: [] }] = await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: stranger.id, role: "authenticated" })}, true)`;
    await tx`set local role authenticated`;
    return tx<{ graders: unknown }[]>`select private.my_graders(${order.id}) as graders`;
  });
  expect(graders).toBeNull();
});
