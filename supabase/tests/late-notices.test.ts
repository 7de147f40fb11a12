import { addReceived } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect(4);
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const delay = { delay_reason: "The grading company is slow.", delayed_until: "2126-12-21" };
const later = { ...delay, delayed_until: "2126-12-28" };
const late = (columns = {}) =>
  addReceived(sql, { received_at: new Date("2026-01-05T15:00:00Z"), ...columns });
const lateMails = async (id: string) => (await acts.mailsOf(id)).filter(({ kind }) => kind === "late");
const tell = (id: string, p_now = new Date().toISOString()) =>
  call<{ outcome: string }>(serverClient(), "tell_late_order", { p_order_id: id, p_now });
const inThreeDays = () => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const send = (id: string) =>
  sql`update outbox set sent_at = now() where kind = 'late' and payload ->> 'order_id' = ${id}`;

describe("the mail that it is late", () => {
  test("is one, without a reason and at once", async () => {
    const { id, version } = await late();
    expect(await tell(id)).toEqual({ outcome: "told" });
    expect(await tell(id)).toEqual({ outcome: "told_before" });
    expect(await lateMails(id)).toMatchObject([{ due: true, payload: { delay_reason: null } }]);
    expect((await storedOrder(sql, id)).version).toBe(version);
  });

  test("is one more when the day to which it was put off is over, and again after the next such day", async () => {
    const { id } = await late();
    await tell(id);
    const listed = async (day: string) => {
      const args = { p_limit: 100_000, p_now: `2126-12-${day}T15:00:00Z` };
      const all = await call<{ id: string; day: string }[]>(serverClient(), "list_late_orders", args);
      return all.filter((one) => one.id === id).map((one) => one.day);
    };
    const told = async (day: string) => (await tell(id, `2126-12-${day}T15:00:00Z`)).outcome;
    await acts.change(id, delay);
    await send(id);
    expect([await listed("21"), await told("21")]).toEqual([[], "told_before"]);
    expect(await listed("22")).toEqual(["2126-12-21"]);
    expect([await told("22"), await told("22"), await listed("22")]).toEqual(["told", "told_before", []]);
    await send(id);
    await acts.change(id, later);
    await send(id);
    expect([await listed("28"), await listed("29"), await told("29")]).toEqual([[], ["2126-12-28"], "told"]);
    const days = (await lateMails(id)).map(({ payload }) => payload.broken_day);
    expect(days).toEqual(["2026-01-27", "2126-12-21", "2026-01-27", "2126-12-28"]);
  });

  test("goes when the batch is paid no more, and is written again when it is, unless it was sent", async () => {
    const [untold, told] = [await late(), await late()];
    for (const { id } of [untold, told]) await tell(id);
    await send(told.id);
    for (const { id } of [untold, told]) await acts.change(id, { payment_status: "unpaid" }, "By mistake");
    expect([await lateMails(untold.id), (await lateMails(told.id)).length]).toEqual([[], 1]);
    for (const { id } of [untold, told]) await acts.change(id, { payment_status: "paid" }, "It was paid");
    expect(await lateMails(untold.id)).toMatchObject([{ payload: { broken_day: "2026-01-27" } }]);
    expect(await lateMails(told.id)).toHaveLength(1);
  });

  test("of two runs at once one writes it", async () => {
    const { id } = await late();
    const answers = await Promise.all([tell(id), tell(id), tell(id)]);
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ told: 1, told_before: 2 });
    expect(await lateMails(id)).toHaveLength(1);
  });

  test("a reason that is given afterwards is one more, after ten minutes; the same again is none", async () => {
    const { id } = await late();
    await tell(id);
    await send(id);
    const { act_id } = await acts.change(id, delay);
    expect(await lateMails(id)).toMatchObject([{}, { due: false, payload: { ...delay, act_id } }]);
    await send(id);
    await acts.change(id, later);
    expect(await lateMails(id)).toHaveLength(3);
    await acts.change(id, delay);
    expect(await lateMails(id)).toHaveLength(2);
    await acts.change(id, { note: "nothing about it" });
    expect(await lateMails(id)).toHaveLength(2);
  });

  test("is left to the job where the first reason is taken back before anything was told", async () => {
    const { id } = await late();
    const { act_id } = await acts.change(id, delay);
    await acts.undo(act_id);
    expect(await lateMails(id)).toEqual([]);
    expect(await tell(id)).toEqual({ outcome: "told" });
  });

  test("a new date before the promise breaks is told with its reason, and not again when it does", async () => {
    const { id } = await addReceived(sql, { received_at: new Date() });
    const { act_id } = await acts.change(id, delay);
    expect(await lateMails(id)).toMatchObject([{ due: false, payload: { ...delay, act_id } }]);
    await send(id);
    const told = async (day: string) => (await tell(id, `2126-12-${day}T15:00:00Z`)).outcome;
    expect([await told("20"), (await lateMails(id)).length]).toEqual(["told", 1]);
    expect([await told("22"), (await lateMails(id)).length]).toEqual(["told", 2]);
  });

  test("of a date within the promise there is none, nor of one that is taken back in time", async () => {
    const soon = await addReceived(sql, { received_at: new Date() });
    await acts.change(soon.id, { ...delay, delayed_until: inThreeDays() });
    expect(await lateMails(soon.id)).toEqual([]);
    const { act_id } = await acts.change(soon.id, delay);
    const second = await acts.change(soon.id, later);
    expect(await lateMails(soon.id)).toMatchObject([{ payload: later }]);
    await acts.undo(second.act_id);
    expect(await lateMails(soon.id)).toMatchObject([{ payload: { ...delay, act_id } }]);
    await acts.undo(act_id);
    expect(await lateMails(soon.id)).toEqual([]);
    await acts.change(soon.id, delay);
    await acts.change(soon.id, { delay_reason: null, delayed_until: null });
    expect(await lateMails(soon.id)).toEqual([]);
  });

  test("a date that was told before the promise breaks and is taken back is corrected", async () => {
    const { id } = await addReceived(sql, { received_at: new Date() });
    const { act_id } = await acts.change(id, delay);
    await send(id);
    await acts.undo(act_id);
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["late", "correction"]);
  });

  test.each([
    ["withdrawn", { delay_reason: null, delayed_until: null }],
    ["put within the promise", { ...delay, delayed_until: inThreeDays() }],
  ])(
    "a date that was told before the promise breaks and is %s by a save is corrected",
    async (_, changes) => {
      const { id } = await addReceived(sql, { received_at: new Date() });
      await acts.change(id, delay);
      await send(id);
      const { act_id } = await acts.change(id, changes);
      expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["late", "correction"]);
      expect((await acts.mailsOf(id)).at(-1)?.payload).toMatchObject({ facts: ["delay_reason"], act_id });
      await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id}`;
      await acts.change(id, delay);
      expect((await lateMails(id)).at(-1)).toMatchObject({ due: false, payload: delay });
    },
  );

  test("another date, a saved note and a save with Do not notify correct none", async () => {
    const { id } = await addReceived(sql, { received_at: new Date() });
    await acts.change(id, delay);
    await send(id);
    await acts.change(id, { note: "nothing about it" });
    await acts.change(id, later);
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["late", "late"]);
    await send(id);
    const { version } = await storedOrder(sql, id);
    const p_changes = { delay_reason: null, delayed_until: null };
    const args = { p_order_id: id, p_version: version, p_changes, p_tracking_hash: "0".repeat(64) };
    await acts.write("staff_update_order", { ...args, p_is_quiet: true });
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["late", "late"]);
  });

  test("a date that goes as the cards go home is not corrected", async () => {
    const { id } = await addReceived(sql, { received_at: new Date() });
    await acts.change(id, delay);
    await send(id);
    const home = { submission_status: "completed", tracking_number: aMark() };
    await acts.change(id, { ...home, delay_reason: null, delayed_until: null }, "Ungraded");
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["late", "order_returned"]);
  });

  test("a reason that was given in the night is told once, by itself or with the morning", async () => {
    const { id } = await late();
    const { act_id } = await acts.change(id, delay);
    expect(await lateMails(id)).toMatchObject([{ due: false, payload: { ...delay, act_id } }]);
    await tell(id);
    expect(await lateMails(id)).toMatchObject([{ due: false, payload: { ...delay, act_id } }]);
    await acts.undo(act_id);
    expect(await lateMails(id)).toMatchObject([{ due: true, payload: { delay_reason: null } }]);
  });

  test("a reason that was told and is taken back is corrected", async () => {
    const { id } = await late();
    await tell(id);
    await send(id);
    const { act_id } = await acts.change(id, delay);
    await send(id);
    await acts.undo(act_id);
    expect((await acts.mailsOf(id)).map(({ kind }) => kind)).toEqual(["late", "late", "correction"]);
  });

  test("what leaves before it takes it along", async () => {
    const { id } = await late();
    await tell(id);
    await acts.change(id, { submission_status: "completed", tracking_number: aMark() }, "Ungraded");
    expect(await lateMails(id)).toEqual([]);
  });

  test.each([
    ["disputed", { dispute_status: "needs_response" }, "told"],
    ["canceled", { payment_status: "canceled" }, "not_late"],
    ["complete", { fulfillment_status: "complete", submission_status: "completed" }, "not_late"],
  ])("of what is %s there is none", async (_, columns, outcome) => {
    const { id } = await late(columns);
    expect(await tell(id)).toEqual({ outcome });
    expect(await lateMails(id)).toEqual([]);
  });

  test("is owed from nine in the morning after the promise, and listed until it is written", async () => {
    const { id } = await late();
    const disputed = await late({ dispute_status: "needs_response" });
    const listed = async (p_now: string) =>
      (await call<{ id: string }[]>(serverClient(), "list_late_orders", { p_limit: 100_000, p_now })).map(
        (one) => one.id,
      );
    expect(await listed("2026-01-27T20:00:00Z")).not.toContain(id);
    expect(await listed("2026-01-28T13:59:59Z")).not.toContain(id);
    const morning = await listed("2026-01-28T14:00:00Z");
    expect(morning).toContain(id);
    expect(morning).not.toContain(disputed.id);
    await tell(id, "2026-01-28T14:00:00Z");
    expect(await listed("2026-01-28T14:01:00Z")).not.toContain(id);
  });
});
