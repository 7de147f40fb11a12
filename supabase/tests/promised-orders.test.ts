import { addReceived } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder, eventsOf, signUpStaff, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect(4);
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const delay = { delay_reason: "The grading company is slow.", delayed_until: "2126-12-21" };
const later = { ...delay, delayed_until: "2126-12-28" };
const promiseOf = async (id: string) =>
  (
    await sql`select promised_from, promised_to, delay_reason, delayed_until::text
    from grading_orders where id = ${id}`
  )[0];
const nothing = { promised_from: null, promised_to: null, delay_reason: null, delayed_until: null };
const LONG_AGO = new Date("2026-01-05T15:00:00Z");
const late = (columns = {}) => addReceived(sql, { received_at: LONG_AGO, ...columns });

describe("the promise", () => {
  test("begins with the check-in, ends with its undoing, and stays with a recount", async () => {
    const { id } = await addOrder(sql);
    expect(await promiseOf(id)).toEqual(nothing);
    await acts.checkIn(id, 9);
    const promised = await promiseOf(id);
    expect(promised?.promised_to).not.toBeNull();
    await acts.checkIn(id, 10, { p_is_recount: true });
    expect(await promiseOf(id)).toEqual(promised);
    const other = await addOrder(sql);
    const { act_id } = await acts.checkIn(other.id, 10);
    await acts.undo(act_id);
    expect(await promiseOf(other.id)).toEqual(nothing);
  });

  test("is not begun by a step that was set by hand: whose cards nobody has counted is promised nothing", async () => {
    const [prepared, sent] = [await addOrder(sql), await addOrder(sql)];
    await acts.change(prepared.id, { submission_status: "processing" });
    // Three weeks before its cards are counted.
    await sql`update grading_orders set received_at = now() - interval '21 days', arrived_at = now() - interval '21 days'
      where id = ${prepared.id}`;
    await acts.change(sent.id, { submission_status: "grading" }, "Counted by the grader");
    expect(await promiseOf(prepared.id)).toEqual(nothing);
    expect(await promiseOf(sent.id)).toEqual(nothing);
    const { act_id } = await acts.checkIn(prepared.id, 10);
    const [ahead] =
      await sql`select promised_from > private.business_date(now()) as is_ahead, received_at > now() - interval '1 hour' as is_now
      from grading_orders where id = ${prepared.id}`;
    expect(ahead).toEqual({ is_ahead: true, is_now: true });
    await acts.undo(act_id);
    expect(await promiseOf(prepared.id)).toEqual(nothing);
  });

  test("going back to the beginning ends it with its delay, and taking that back restores both", async () => {
    const { id } = await late();
    await acts.change(id, delay);
    const before = await promiseOf(id);
    const { act_id } = await acts.change(id, { fulfillment_status: "not_received" }, "By mistake");
    expect(await promiseOf(id)).toEqual(nothing);
    await acts.undo(act_id);
    expect(await promiseOf(id)).toEqual(before);
  });

  test("overdue begins when the promised day is over, the longest late first, page by page", async () => {
    const word = aMark();
    const columns = { tracking_number: word };
    const [second, first, third] = [
      await late({ ...columns, received_at: "2026-01-06T15:00:00Z" }),
      await late(columns),
      await late({ ...columns, received_at: "2026-01-09T15:00:00Z" }),
    ];
    await late({ ...columns, fulfillment_status: "complete", submission_status: "completed" });
    await addReceived(sql, columns);
    const list = (args: Record<string, unknown>) =>
      call<{ orders: { id: string; promised_to: string }[]; next_cursor: { at: string; id: string } | null }>(
        personClient(acts.member.accessToken),
        "staff_list_orders",
        { p_search: word, p_view: "overdue", ...args },
      );
    const all = await list({});
    expect(all.orders.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    const one = await list({ p_limit: 1 });
    expect(one.orders[0]).toMatchObject({ id: first.id, promised_to: "2026-01-27" });
    const { at, id } = one.next_cursor ?? { at: "", id: "" };
    const rest = await list({ p_limit: 2, p_cursor_at: at, p_cursor_id: id });
    expect(rest.orders.map((order) => order.id)).toEqual([second.id, third.id]);
    const back = await list({
      p_limit: 1,
      p_cursor_at: "2026-02-02T00:00:00Z",
      p_cursor_id: third.id,
      p_backwards: true,
    });
    expect(back.orders.map((order) => order.id)).toEqual([second.id]);
  });
});

describe("a delay", () => {
  test("is an event that the customer reads, and taken back as one", async () => {
    const { id } = await late();
    const { act_id } = await acts.change(id, delay);
    expect(await promiseOf(id)).toMatchObject(delay);
    expect((await eventsOf(sql, id)).at(-1)).toMatchObject({
      type: "delay",
      from_value: null,
      to_value: delay.delayed_until,
      message: delay.delay_reason,
      public: true,
      actor_id: acts.member.id,
    });
    await acts.undo(act_id);
    expect(await promiseOf(id)).toMatchObject({ delay_reason: null, delayed_until: null });
    const shown = JSON.stringify(await acts.shownTo(id));
    expect(shown).not.toContain(delay.delay_reason);
    expect(shown).toContain("undone");
  });

  test("later than ten minutes it is taken back with a reason, and not after another one", async () => {
    const { id } = await late();
    const { act_id } = await acts.change(id, delay);
    await acts.age(act_id);
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "reason_required" }]);
    await acts.change(id, later);
    expect(await acts.undo(act_id, { p_reason: "Wrong" })).toMatchObject([
      { outcome: "changed_since", event: { type: "delay" } },
    ]);
  });

  test("of what is not checked in, or complete, there is none", async () => {
    const { id } = await addOrder(sql);
    expect(await acts.change(id, delay)).toMatchObject({ outcome: "not_promised", order: { id } });
    const gone = await late({ fulfillment_status: "complete", submission_status: "completed" });
    expect(await acts.change(gone.id, delay)).toMatchObject({ outcome: "not_promised" });
    expect(await promiseOf(gone.id)).toMatchObject({ delay_reason: null });
  });

  test.each([
    ["a day that is over", { ...delay, delayed_until: "2026-01-30" }],
    ["no date", { delay_reason: delay.delay_reason }],
    ["no reason", { delayed_until: delay.delayed_until }],
    ["a reason of four letters", { ...delay, delay_reason: "Snow" }],
  ])("with %s it is refused", async (_, changes) => {
    const { id } = await late();
    await expect(acts.change(id, changes)).rejects.toThrow();
    expect(await promiseOf(id)).toMatchObject({ delay_reason: null, delayed_until: null });
  });

  test("of two at once one wins, and the other is told of it", async () => {
    const order = await late();
    const { version } = await storedOrder(sql, order.id);
    const change = (changes: object) =>
      acts.write<{ outcome: string; changes?: { type: string }[] }>("staff_update_order", {
        p_order_id: order.id,
        p_version: version,
        p_changes: changes,
        p_tracking_hash: null,
      });
    const answers = await Promise.all([change(delay), change(later)]);
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ updated: 1, conflict: 1 });
    expect(answers.find(({ outcome }) => outcome === "conflict")?.changes).toMatchObject([{ type: "delay" }]);
  });

  test("several get one by one press", async () => {
    const orders = [await late(), await late()];
    const act = await acts.changeAll(orders, delay);
    for (const { id } of orders) expect(await promiseOf(id)).toMatchObject(delay);
    await acts.undo(act);
    for (const { id } of orders) expect(await promiseOf(id)).toMatchObject({ delay_reason: null });
  });

  test("nobody without a place on the staff gives one", async () => {
    const order = await late();
    const { id: stranger } = await signUpStaff(sql);
    await sql`delete from staff where user_id = ${stranger}`;
    const args = {
      p_actor: stranger,
      p_order_id: order.id,
      p_version: 1,
      p_changes: delay,
      p_tracking_hash: null,
    };
    await expect(call(serverClient(), "staff_update_order", args)).rejects.toThrow();
  });
});
