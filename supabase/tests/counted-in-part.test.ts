import { addOrder, storedOrder } from "../../sandbox/builders/rows";
import { payOrder } from "../../sandbox/builders/sql-functions";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient, signedUp } from "../../sandbox/builders/test-database";

/* Of a package that waits for nobody but us its owner reads by when it is opened; of every other one no day is told. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Answer = { outcome: string; act_id: string };
const box = async (id: string, count: number) => {
  const { version } = await storedOrder(sql, id);
  return acts.write<Answer>("staff_count_box", {
    ...{ p_order_id: id, p_version: version, p_count: count, p_condition: "ok" },
  });
};
const setAside = (id: string) =>
  sql`insert into set_asides (order_id, reason, set_aside_by) values (${id}, 'disputed', ${acts.member.id})`;

type Shown = { open_by: string | null; is_counted_in_part: boolean };
const DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const DUE = { open_by: DAY, is_counted_in_part: false };
const IN_PART = { open_by: DAY, is_counted_in_part: true };
const ASIDE = { open_by: null, is_counted_in_part: false };

test("a batch of which one box is counted says so, until that is taken back", async () => {
  const { id } = await addOrder(sql, { num_cards: 12, arrived_at: new Date() });
  expect(await acts.listed(id)).toMatchObject(DUE);
  const first = await box(id, 4);
  expect(await acts.listed(id)).toMatchObject(IN_PART);
  await acts.undo(first.act_id);
  expect(await acts.listed(id)).toMatchObject(DUE);
  await box(id, 4);
  await acts.checkIn(id, 8);
  expect(await acts.listed(id)).toMatchObject({
    received_count: 12,
    open_by: null,
    is_counted_in_part: false,
  });
});

const daysFromNow = async (days: number) => {
  const [row] =
    await sql`select private.business_date_after(private.business_date(now()), ${days})::text as day`;
  return row?.day;
};

test("the rest of what is counted in part is awaited for five business days from the first box on, then it is late", async () => {
  const { id } = await addOrder(sql, { num_cards: 12, arrived_at: "2026-11-05T15:00:00Z" });
  await box(id, 4);
  expect((await acts.listed(id))?.open_by).toBe(await daysFromNow(5));
  expect(await acts.listed(id, "late_to_open")).toBeUndefined();
  await sql`update grading_orders set open_by = '2026-11-12' where id = ${id}`;
  const second = await box(id, 3);
  expect(await acts.listed(id, "late_to_open")).toMatchObject({ open_by: "2026-11-12" });
  await acts.undo(second.act_id);
  expect(await acts.listed(id, "late_to_open")).toMatchObject({ open_by: "2026-11-12" });
  await acts.checkIn(id, 8);
  expect(await acts.listed(id, "late_to_open")).toBeUndefined();
});

test("its owner reads how much of it is counted, and that we wait for the rest, until it is taken back", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  const lines = async () => {
    const [row] = await sql<{ shown: { type: string; from: string; to: string; message: string }[] }[]>`
      select private.public_events(${id}) as shown`;
    return row?.shown
      .filter(({ type }) => type === "box_counted")
      .map(({ from, to, message }) => [from, to, message]);
  };
  const first = ["1", "4", "We counted 4 of 12. We wait for the rest."];
  await box(id, 4);
  expect(await lines()).toEqual([first]);
  const second = await box(id, 5);
  expect(await lines()).toEqual([first, ["2", "5", "We counted 9 of 12. We wait for the rest."]]);
  await acts.undo(second.act_id);
  expect(await lines()).toEqual([first]);
  expect((await acts.shownTo(id))?.at(-1)).toEqual(["undone", "box_counts"]);
  await acts.checkIn(id, 8);
  expect(await lines()).toEqual([first]);
  expect((await acts.shownTo(id))?.map(([type]) => type)).toContain("counted");
});

test("what was counted in boxes and is set back to pending by hand is counted no more, nor is a box of it", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  await box(id, 4);
  await acts.checkIn(id, 8);
  const shown = async () => (await acts.shownTo(id))?.map(([type]) => type);
  expect(await shown()).toEqual(expect.arrayContaining(["box_counted", "counted"]));
  const { act_id } = await acts.change(id, { submission_status: "pending" }, "Another batch was counted");
  expect(await shown()).not.toContain("counted");
  expect(await shown()).not.toContain("box_counted");
  await acts.undo(act_id);
  expect(await shown()).toEqual(expect.arrayContaining(["box_counted", "counted"]));
});

const facts = (counted: number) => ({ counted, expected: 12 });
const told = async (id: string) =>
  (await acts.mailsOf(id)).map(({ kind, payload }) => [kind, payload.facts ?? null]);
const send = (id: string) =>
  sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;

test("the first box is one mail, which waits and says the last count, and goes with the check-in or the box", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  await acts.write("staff_record_arrival", { p_order_id: id });
  const first = await box(id, 4);
  expect(await acts.mailsOf(id)).toMatchObject([
    { kind: "order_arrived", due: false, payload: { facts: facts(4), act_id: first.act_id } },
  ]);
  await acts.undo(first.act_id);
  expect(await told(id)).toEqual([["order_arrived", {}]]);
  await box(id, 4);
  await box(id, 3);
  expect(await told(id)).toEqual([["order_arrived", facts(7)]]);
  await acts.checkIn(id, 5);
  expect((await told(id)).map(([kind]) => kind)).toEqual(["check_in_receipt"]);
});

test("what made way for what is taken back is told again, as of the act that it is about, unless that was told", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  const here = await acts.write<Answer>("staff_record_arrival", { p_order_id: id });
  const whole = await acts.checkIn(id, 12);
  await acts.undo(whole.act_id);
  expect(await acts.mailsOf(id)).toMatchObject([{ due: false, payload: { facts: {}, act_id: here.act_id } }]);
  const first = await box(id, 4);
  const rest = await acts.checkIn(id, 8);
  await acts.undo(rest.act_id);
  expect(await acts.mailsOf(id)).toMatchObject([{ payload: { facts: facts(4), act_id: first.act_id } }]);
  const { act_id } = await acts.change(id, { submission_status: "received" }, "As it is");
  await acts.undo(act_id);
  expect(await acts.mailsOf(id)).toMatchObject([{ payload: { facts: facts(4), act_id: first.act_id } }]);
  await send(id);
  await acts.checkIn(id, 8).then((again) => acts.undo(again.act_id));
  expect(await told(id)).toEqual([["order_arrived", facts(4)]]);
  const recount = await acts.checkIn(id, 8).then(() => acts.checkIn(id, 11, { p_is_recount: true }));
  await acts.undo(recount.act_id);
  expect((await acts.mailsOf(id)).at(-1)?.payload).toMatchObject({ count: 12, act_id: expect.any(String) });
});

test("who was told of the first box hears of the others with the last one; a box taken back is corrected", async () => {
  const { id } = await addOrder(sql, { num_cards: 12 });
  const { act_id } = await box(id, 4);
  await send(id);
  await box(id, 3).then((second) => acts.undo(second.act_id));
  expect(await told(id)).toEqual([["order_arrived", facts(4)]]);
  await acts.undo(act_id);
  expect(await told(id)).toEqual([
    ["order_arrived", facts(4)],
    ["correction", expect.arrayContaining(["box_counts"])],
  ]);
});

test("of what staff had set to received by hand no mail says that a part is here, nor once they have", async () => {
  const [before, after] = [await addOrder(sql, { num_cards: 12 }), await addOrder(sql, { num_cards: 12 })];
  await acts.change(before.id, { submission_status: "received" }, "As it is");
  await box(before.id, 4);
  expect(await told(before.id)).toEqual([]);
  await box(after.id, 4);
  await acts.change(after.id, { submission_status: "received" }, "As it is");
  expect(await told(after.id)).toEqual([]);
});

test("what is set aside is not late to open, and what is no more set aside has its days from then on", async () => {
  const here = { num_cards: 12, arrived_at: "2026-11-05T15:00:00Z" };
  const [late, aside] = [await addOrder(sql, here), await addOrder(sql, here)];
  await setAside(aside.id);
  const isLate = async ({ id }: { id: string }) => (await acts.listed(id, "late_to_open")) !== undefined;
  expect([await isLate(late), await isLate(aside)]).toEqual([true, false]);
  await sql`delete from set_asides where order_id = ${aside.id}`;
  const due = await daysFromNow(2);
  expect([await isLate(aside), (await acts.listed(aside.id))?.open_by]).toEqual([false, due]);
});

test("a package that came unpaid, or that was to be canceled, is to be opened two business days after that is over", async () => {
  const came = { num_cards: 12, arrived_at: "2026-11-05T15:00:00Z" };
  const paidLate = await addOrder(sql, { ...came, payment_status: "unpaid" });
  const kept = await addOrder(sql, { ...came, cancel_requested_at: "2026-11-05T16:00:00Z" });
  await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee where id = ${paidLate.id}`;
  await sql`update grading_orders set cancel_requested_at = null where id = ${kept.id}`;
  const due = await daysFromNow(2);
  for (const { id } of [paidLate, kept]) {
    expect((await acts.listed(id))?.open_by).toBe(due);
    expect(await acts.listed(id, "late_to_open")).toBeUndefined();
  }
});

test("whoever may read the order reads the same of it: its owner, who has its link, and our own mails", async () => {
  const person = await signedUp(sql);
  const { id, batch_id } = await payOrder(person.id);
  await sql`update grading_orders set arrived_at = now() where id = ${id}`;
  const [link] = await sql`select token_hash from tracking_links where order_id = ${id}`;
  const [stored] = await sql`select stripe_session_id from grading_orders where id = ${id}`;
  const client = personClient(person.accessToken);
  const read = async () => {
    const page = await call<{ orders: Shown[]; recent: Shown[]; batch: { order: Shown } }>(
      client,
      "get_dashboard",
      { p_batch: batch_id },
    );
    const form = await call<{ recent_orders: Shown[] }>(client, "get_submit_page", {});
    const tracked = await call<Shown>(serverClient(), "get_tracked_order", {
      p_token_hash: link?.token_hash,
    });
    const paid = await call<{ order: Shown }>(serverClient(), "get_order_by_session", {
      p_session_id: stored?.stripe_session_id,
    });
    const [printed] = await sql<{ order: Shown }[]>`select private.order_as_json(o) as order
      from grading_orders o where o.id = ${id}`;
    return [
      ...[page.orders[0], page.recent[0], page.batch.order, form.recent_orders[0]],
      ...[tracked, paid.order, printed?.order],
    ];
  };
  const all = (shown: Record<string, unknown>) =>
    Array.from({ length: 7 }, () => expect.objectContaining(shown));
  expect(await read()).toEqual(all(DUE));
  await setAside(id);
  const { version } = await storedOrder(sql, id);
  expect(await read()).toEqual(all({ ...ASIDE, arrived_at: expect.any(String) }));
  await box(id, 1);
  expect(await read()).toEqual(all(IN_PART));
  expect(version).toBeLessThan((await storedOrder(sql, id)).version);
});

test("to set a package aside, or not any more, raises no version: nothing of the order is changed by it", async () => {
  const order = await addOrder(sql, { arrived_at: new Date() });
  await setAside(order.id);
  await sql`delete from set_asides where order_id = ${order.id}`;
  expect(await storedOrder(sql, order.id)).toMatchObject({
    version: order.version,
    updated_at: order.updated_at,
  });
  expect(await acts.listed(order.id)).toMatchObject(DUE);
});
