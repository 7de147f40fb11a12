import { randomUUID } from "node:crypto";
import { addOrder, eventsOf } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
// A purge passes over the rows that another one is at.
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

describe("what was received never contradicts the status", () => {
  test("received by hand starts the clock; waiting for the cards again ends it", async () => {
    const { id } = await addOrder(sql);
    await acts.change(id, { submission_status: "received" });
    expect(await acts.factsOf(id)).toMatchObject({
      received_at: expect.any(Date),
      arrived_at: expect.any(Date),
    });
    // Not counted yet: the desk counts it as the first time.
    expect(await acts.checkIn(id, 10)).toMatchObject({ outcome: "received" });
    await acts.change(id, { fulfillment_status: "not_received" }, "By mistake");
    expect(await acts.factsOf(id)).toMatchObject({
      submission_status: "pending",
      received_at: null,
      received_count: null,
      package_condition: null,
      received_by: null,
      shelf_location: null,
    });
    // The package itself is here.
    expect((await acts.factsOf(id)).arrived_at).not.toBeNull();
  });

  test("many at once, too", async () => {
    const order = await addOrder(sql);
    await acts.changeAll([order], { submission_status: "shipped" });
    expect(await acts.factsOf(order.id)).toMatchObject({ received_at: expect.any(Date) });
  });

  test("the story begins with the arrival", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    const types = (await eventsOf(sql, id)).map(({ type }) => type);
    expect(types.indexOf("arrived")).toBeLessThan(types.indexOf("submission_status"));
  });
});

test("the desk lists its last ten, the order all of its own, each without what was taken back", async () => {
  const order = await addOrder(sql, { num_cards: 12 });
  const first = await acts.checkIn(order.id, 9);
  await acts.change(order.id, { internal_notes: "x" });
  const desk = async () =>
    (
      await call<{ acts: { id: string }[] }>(
        personClient(acts.member.accessToken),
        "staff_receiving_desk",
        {},
      )
    ).acts;
  const page = async () =>
    (
      await call<{ acts: { id: string }[] }>(personClient(acts.member.accessToken), "staff_get_order_page", {
        p_order_id: order.id,
      })
    ).acts;
  expect((await desk()).length).toBeLessThanOrEqual(10);
  expect(await desk()).toContainEqual({
    id: first.act_id,
    order_id: order.id,
    batch_id: order.batch_id,
    kind: "check_in",
    facts: expect.arrayContaining(["received_count", "shelf_location"]),
    count: 9,
    group_id: null,
    group_step: null,
    actor_email: acts.member.email,
    created_at: expect.any(String),
  });
  expect(await page()).toMatchObject([{ kind: "change", facts: ["internal_notes"] }, { id: first.act_id }]);
  await acts.undo(first.act_id);
  expect(JSON.stringify(await desk())).not.toContain(first.act_id);
  expect(await page()).toMatchObject([{ kind: "change" }]);
});

test("a next step sends what waits of the steps before it at once: nothing else, and nothing that was tried or is over", async () => {
  const { id } = await addOrder(sql, { submission_status: "processing", fulfillment_status: "grading" });
  const other = await addOrder(sql);
  const waiting = async (name: string, order_id: string, changes: Record<string, unknown> = {}) => {
    const mail = { dedupe_key: `${name}:${id}`, kind: "order_sent", ...changes };
    const payload = { order_id, act_id: randomUUID() };
    await sql`insert into outbox ${sql({ ...mail, payload, next_attempt_at: new Date(Date.now() + 600_000) })}`;
  };
  await waiting("its step", id);
  await waiting("another order's", other.id);
  await waiting("another kind", id, { kind: "late" });
  await waiting("tried", id, { attempts: 1 });
  await waiting("sent", id, { sent_at: new Date() });
  await waiting("given up", id, { failed_at: new Date() });
  await acts.change(id, { submission_status: "shipped" });
  const due = await sql<{ dedupe_key: string }[]>`
    select dedupe_key from outbox where dedupe_key like ${`%:${id}`} and next_attempt_at <= now()`;
  expect(due.map(({ dedupe_key }) => dedupe_key)).toEqual([`its step:${id}`]);
});

test("a delay is two facts of one act, and no others", async () => {
  const { id } = await addOrder(sql);
  await acts.checkIn(id, 10);
  const { act_id } = await acts.change(id, { delay_reason: "They are slow.", delayed_until: "2126-12-21" });
  const [act] = await sql`select before, after from staff_acts where id = ${act_id}`;
  expect(act).toEqual({
    before: { delay_reason: null, delayed_until: null },
    after: { delay_reason: "They are slow.", delayed_until: "2126-12-21" },
  });
});

test("acts are forgotten after 90 days", async () => {
  const { id } = await addOrder(sql);
  const old = await acts.change(id, { internal_notes: "a" });
  const young = await acts.change(id, { internal_notes: "b" });
  await sql`update staff_acts set created_at = now() - interval '91 days' where id = ${old.act_id}`;
  await sql`update staff_acts set created_at = now() - interval '89 days' where id = ${young.act_id}`;
  await call(serverClient(), "purge_staff_acts", {});
  expect(await sql`select id from staff_acts where order_id = ${id}`).toEqual([{ id: young.act_id }]);
});
