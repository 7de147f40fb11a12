import { addReceived } from "../../sandbox/builders/grader-group";
import { aGuestKey, aMark, aSessionId } from "../../sandbox/builders/ids";
import {
  addOrder,
  addUser,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  attachCheckout,
  expectSomebodyWaits,
  sessions,
} from "../../sandbox/builders/sql-functions";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient, tally } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

describe("staff inbound views", () => {
  type Page = { orders: StoredOrder[]; next_cursor: { at: string; id: string } | null };
  const list = (args: Record<string, unknown>) =>
    call<Page>(personClient(member.accessToken), "staff_list_orders", { p_with_counts: false, ...args });
  const ids = (page: Page) => page.orders.map(({ id }) => id);

  test("what is said to be delivered is listed two business days on, the longest ago first, until it is here", async () => {
    const word = aMark();
    const said = (day: string, columns: Record<string, unknown> = {}) =>
      addOrder(sql, {
        guest_key: aGuestKey(),
        tracking_number: word,
        inbound_shipped_at: "2026-11-02T12:00:00Z",
        inbound_delivered_at: `${day}T12:00:00Z`,
        ...columns,
      });
    // A Friday; two business days on it is Tuesday.
    const friday = await said("2026-11-06");
    const thursday = await said("2026-11-05");
    await said("2026-11-05", { arrived_at: "2026-11-06T09:00:00Z" });
    await said("2026-11-05", { payment_status: "canceled" });
    const at = async (p_now: string) => ids(await list({ p_search: word, p_view: "said_delivered", p_now }));
    expect(await at("2026-11-09T11:00:00Z")).toEqual([]);
    expect(await at("2026-11-09T13:00:00Z")).toEqual([thursday.id]);
    expect(await at("2026-11-10T13:00:00Z")).toEqual([thursday.id, friday.id]);
    // Wednesday the 11th is a holiday of the business calendar: of Tuesday it is Friday.
    const tuesday = await said("2026-11-10");
    expect(await at("2026-11-12T13:00:00Z")).toEqual([thursday.id, friday.id]);
    expect(await at("2026-11-13T13:00:00Z")).toEqual([thursday.id, friday.id, tuesday.id]);
    const view = { p_search: word, p_view: "said_delivered", p_now: "2026-11-10T13:00:00Z", p_limit: 1 };
    const first = await list(view);
    const { at: p_cursor_at, id: p_cursor_id } = first.next_cursor ?? {};
    expect(ids(await list({ ...view, p_cursor_at, p_cursor_id }))).toEqual([friday.id]);
  });

  test("a row says that its order is said to be delivered when that view has it", async () => {
    const word = aMark();
    const said = (columns: Record<string, unknown>) =>
      addOrder(sql, {
        guest_key: aGuestKey(),
        tracking_number: word,
        inbound_shipped_at: "2026-01-02T12:00:00Z",
        ...columns,
      });
    const [limit] = await sql<{ due: Date; not_yet: Date }[]>`
    select at - interval '1 minute' as due, at + interval '10 minutes' as not_yet
    from private.business_days_before(now(), 2) at`;
    const due = { inbound_delivered_at: limit?.due };
    const one = await said(due);
    await said({ inbound_delivered_at: limit?.not_yet });
    await said({ ...due, arrived_at: new Date() });
    await said({ ...due, payment_status: "canceled" });
    await said({ ...due, fulfillment_status: "grading", submission_status: "received" });
    await said({});
    type Row = { id: string; is_said_delivered: boolean };
    const all = (await list({ p_search: word })).orders as unknown as Row[];
    expect(all).toHaveLength(6);
    for (const { is_said_delivered } of all) expect(is_said_delivered).toEqual(expect.any(Boolean));
    const marked = all.filter(({ is_said_delivered: isSaid }) => isSaid).map(({ id }) => id);
    expect(marked).toEqual([one.id]);
    expect(ids(await list({ p_search: word, p_view: "said_delivered" }))).toEqual(marked);
  });

  test("what is here and not counted is listed, what lies here longest first", async () => {
    const word = aMark();
    const here = (day: string, columns: Record<string, unknown> = {}) =>
      addOrder(sql, { tracking_number: word, arrived_at: `2026-11-${day}T12:00:00Z`, ...columns });
    const later = await here("06");
    const longest = await here("05");
    await here("05", { payment_status: "canceled" });
    await here("05", { fulfillment_status: "grading", submission_status: "received", received_count: 10 });
    await addOrder(sql, { tracking_number: word });
    const page = await list({ p_search: word, p_view: "to_count" });
    expect(ids(page)).toEqual([longest.id, later.id]);
  });

  test("what is here is late to open once the second business day after it came is over", async () => {
    const word = aMark();
    const here = (arrived_at: string, columns: Record<string, unknown> = {}) =>
      addOrder(sql, { tracking_number: word, arrived_at, ...columns });
    // A Friday evening where the business is, which is Saturday in UTC: the second business day on is Tuesday.
    const friday = await here("2026-11-07T01:00:00Z");
    const monday = await here("2026-11-09T15:00:00Z");
    const early = "2026-11-05T15:00:00Z";
    await here(early, { payment_status: "canceled" });
    await here(early, { cancel_requested_at: "2026-11-06T09:00:00Z" });
    await here(early, { fulfillment_status: "grading", submission_status: "received", received_count: 10 });
    const aside = await here(early);
    await sql`insert into set_asides (order_id, reason, set_aside_by) values (${aside.id}, 'disputed', ${member.id})`;
    const at = async (p_now: string) => ids(await list({ p_search: word, p_view: "late_to_open", p_now }));
    expect(await at("2026-11-11T04:59:59Z")).toEqual([]);
    expect(await at("2026-11-11T05:00:00Z")).toEqual([friday.id]);
    // Wednesday the 11th is a holiday of the business calendar: of Monday it is Thursday.
    expect(await at("2026-11-13T04:59:59Z")).toEqual([friday.id]);
    expect(await at("2026-11-13T05:00:00Z")).toEqual([friday.id, monday.id]);
    const days =
      await sql`select open_by::text from grading_orders where id in (${friday.id}, ${monday.id}) order by arrived_at`;
    expect(days.map(({ open_by }) => open_by)).toEqual(["2026-11-10", "2026-11-12"]);
  });

  test("a row says by when its package is to be opened, where it is", async () => {
    const word = aMark();
    const here = (columns: Record<string, unknown> = {}) =>
      addOrder(sql, { tracking_number: word, arrived_at: "2026-11-09T15:00:00Z", ...columns });
    const due = await here();
    await here({ cancel_requested_at: "2026-11-09T16:00:00Z" });
    await here({ payment_status: "canceled" });
    await here({ fulfillment_status: "grading", submission_status: "received", received_count: 10 });
    const aside = await here();
    await sql`insert into set_asides (order_id, reason, set_aside_by) values (${aside.id}, 'disputed', ${member.id})`;
    const rows = (await list({ p_search: word })).orders as unknown as {
      id: string;
      open_by: string | null;
    }[];
    expect(rows).toHaveLength(5);
    expect(ids(await list({ p_search: word, p_view: "late_to_open" }))).toEqual([due.id]);
    expect(rows.filter(({ open_by }) => open_by !== null)).toMatchObject([
      { id: due.id, open_by: "2026-11-12" },
    ]);
  });

  test("which moment parts late packages from others is told by their days, over two years", async () => {
    const apart = "123 hours";
    const [row] = await sql<{ wrong: number; asked: number }[]>`
    select count(*)::integer as asked, count(*) filter (where
      (a.at < private.late_to_open_before(n.now)) <> (private.business_date_after(private.business_date(a.at),
        private.package_days()) < private.business_date(n.now)))::integer as wrong
    from generate_series(timestamptz '2026-01-01T04:30:00Z', '2027-12-31T04:30:00Z', ${apart}::interval) n (now),
      generate_series(n.now - interval '9 days', n.now, '13 hours') a (at)`;
    expect(row?.asked).toBeGreaterThan(2_000);
    expect(row?.wrong).toBe(0);
  });

  test("so is what staff have set to received, or to a step before the grader, without a count, until it is counted", async () => {
    const acts = await StaffActs.begin(sql);
    const word = aMark();
    const [received, grading, sent] = [
      await addOrder(sql, { tracking_number: word }),
      await addOrder(sql, { tracking_number: word }),
      await addOrder(sql, { tracking_number: word }),
    ];
    await acts.change(received.id, { submission_status: "received" });
    await acts.change(grading.id, { fulfillment_status: "grading" });
    await acts.change(sent.id, { submission_status: "shipped" }, "Counted by the grader");
    const listed = async () => ids(await list({ p_search: word, p_view: "to_count" }));
    expect(await listed()).toEqual([received.id, grading.id]);
    await acts.checkIn(received.id, 10);
    expect(await listed()).toEqual([grading.id]);
  });

  test("what is set aside is not, as long as it is", async () => {
    const acts = await StaffActs.begin(sql);
    const word = aMark();
    const { id } = await addOrder(sql, { tracking_number: word, dispute_status: "needs_response" });
    await acts.write("staff_set_aside", { p_order_id: id });
    const listed = async (p_view: string) => ids(await list({ p_search: word, p_view }));
    expect([await listed("set_aside"), await listed("to_count")]).toEqual([[id], []]);
    await acts.write("staff_end_set_aside", { p_order_id: id });
    expect([await listed("set_aside"), await listed("to_count")]).toEqual([[], [id]]);
  });

  test("what is said to be shipped is listed ten days on, unless it is said to be delivered", async () => {
    const word = aMark();
    const said = (columns: Record<string, unknown>) =>
      addOrder(sql, { guest_key: aGuestKey(), tracking_number: word, ...columns });
    const late = await said({ inbound_shipped_at: "2026-11-03T12:00:00Z" });
    const longest = await said({ inbound_shipped_at: "2026-11-01T12:00:00Z" });
    await said({ inbound_shipped_at: "2026-11-04T12:00:00Z" });
    await said({ inbound_shipped_at: "2026-11-01T12:00:00Z", inbound_delivered_at: "2026-11-12T12:00:00Z" });
    await said({ inbound_shipped_at: "2026-11-01T12:00:00Z", arrived_at: "2026-11-12T12:00:00Z" });
    await said({});
    // The last and the first minute of a day, where the business is.
    const listed = async (p_now: string) =>
      ids(await list({ p_search: word, p_view: "said_shipped", p_now }));
    expect(await listed("2026-11-14T04:59:00Z")).toEqual([longest.id]);
    expect(await listed("2026-11-14T05:00:00Z")).toEqual([longest.id, late.id]);
    // Of a row it is told as of now.
    await said({ inbound_shipped_at: new Date() });
    const rows = (await list({ p_search: word })).orders as unknown as {
      id: string;
      is_said_shipped: boolean;
    }[];
    const marked = rows.filter(({ is_said_shipped: isSaid }) => isSaid).map(({ id }) => id);
    expect(marked.sort()).toEqual(ids(await list({ p_search: word, p_view: "said_shipped" })).sort());
    expect(marked).toHaveLength(3);
  });

  test("what its customer asks to cancel stays in both, for nobody else looks for it", async () => {
    const word = aMark();
    const asked = (columns: Record<string, unknown> = {}) =>
      addOrder(sql, {
        guest_key: aGuestKey(),
        tracking_number: word,
        inbound_shipped_at: "2026-11-01T12:00:00Z",
        cancel_requested_at: "2026-11-02T12:00:00Z",
        ...columns,
      });
    const shipped = await asked();
    const delivered = await asked({ inbound_delivered_at: "2026-11-05T12:00:00Z" });
    const seen = { p_search: word, p_now: "2026-11-13T13:00:00Z" };
    expect(ids(await list({ ...seen, p_view: "said_shipped" }))).toEqual([shipped.id]);
    expect(ids(await list({ ...seen, p_view: "said_delivered" }))).toEqual([delivered.id]);
  });

  test("what is paid, and not shipped as far as its customer has said, is listed longest paid first", async () => {
    const word = aMark();
    const paid = (columns: Record<string, unknown>) =>
      addOrder(sql, {
        guest_key: aGuestKey(),
        tracking_number: word,
        paid_at: "2026-11-02T12:00:00Z",
        ...columns,
      });
    const newest = await paid({});
    const longest = await paid({ paid_at: "2026-11-01T12:00:00Z" });
    await paid({ inbound_shipped_at: "2026-11-03T12:00:00Z" });
    await paid({ arrived_at: "2026-11-03T12:00:00Z" });
    await paid({ payment_status: "unpaid", paid_at: null, total_paid: null });
    expect(ids(await list({ p_search: word, p_view: "not_shipped" }))).toEqual([longest.id, newest.id]);
  });
});

describe("staff late views", () => {
  const DAY = 86_400_000;

  type Page = { orders: StoredOrder[]; next_cursor: { at: string; id: string } | null };
  const list = (args: Record<string, unknown>) =>
    call<Page>(personClient(member.accessToken), "staff_list_orders", { p_with_counts: false, ...args });
  const ids = (page: Page) => page.orders.map(({ id }) => id);

  test("overdue with no day that is still ahead: nothing told, or a day that is over, too", async () => {
    const word = aMark();
    // Checked in on a Friday: the fifteenth business day is Tuesday 1 December.
    const late = (columns: Record<string, unknown> = {}) =>
      addOrder(sql, {
        tracking_number: word,
        fulfillment_status: "grading",
        submission_status: "grading",
        received_at: "2026-11-06T15:00:00Z",
        received_count: 10,
        ...columns,
      });
    const untold = await late();
    const told = await late({ delay_reason: "The grader is slow", delayed_until: "2026-12-10" });
    // Put off to a day before the promised one: it is the promise that counts.
    const early = await late({ delay_reason: "The grader is slow", delayed_until: "2026-11-20" });
    await late({ fulfillment_status: "complete", submission_status: "completed" });
    // Its owner reads no promise any more, nor would they the reason.
    const refunded = await late({ submission_status: "processing", payment_status: "canceled" });
    const at = async (p_now: string) =>
      new Set(ids(await list({ p_search: word, p_view: "overdue_untold", p_now })));
    expect(await at("2026-12-02T04:59:59Z")).toEqual(new Set());
    expect(await at("2026-12-02T05:00:00Z")).toEqual(new Set([untold.id, early.id]));
    expect(await at("2026-12-11T04:59:59Z")).toEqual(new Set([untold.id, early.id]));
    expect(await at("2026-12-11T05:00:00Z")).toEqual(new Set([untold.id, early.id, told.id]));
    const all = await list({ p_search: word, p_view: "overdue", p_now: "2026-12-11T05:00:00Z" });
    expect(ids(all)).toHaveLength(3);
    expect(ids(all)).not.toContain(refunded.id);
  });

  /** A batch of ten cards that left for home so many days ago. */
  async function sentHome(word: string, days: number): Promise<StoredOrder> {
    const order = await addReceived(sql);
    await sql.begin(async (tx) => {
      await tx`select set_config('app.event_at', ${new Date(Date.now() - days * DAY).toISOString()}, true)`;
      await tx`update grading_orders set submission_status = 'completed', fulfillment_status = 'complete', tracking_number = ${word}
      where id = ${order.id}`;
    });
    return order;
  }

  test("on the way back for two weeks is too long, the longest first, until it is there", async () => {
    const word = aMark();
    const [two, three] = [await sentHome(word, 14.1), await sentHome(word, 21)];
    await sentHome(word, 13.9);
    const there = await sentHome(word, 30);
    await sql`update grading_orders set submission_status = 'delivered' where id = ${there.id}`;
    const view = { p_search: word, p_view: "late_home" };
    const first = await list({ ...view, p_limit: 1 });
    expect(ids(first)).toEqual([three.id]);
    const { at: p_cursor_at, id: p_cursor_id } = first.next_cursor ?? {};
    expect(ids(await list({ ...view, p_cursor_at, p_cursor_id }))).toEqual([two.id]);
    // Set delivered by mistake it is on its way again since it left; what did not leave is on no way.
    await sql`update grading_orders set submission_status = 'completed' where id = ${there.id}`;
    expect(ids(await list(view))).toEqual([there.id, three.id, two.id]);
    await sql`update grading_orders set submission_status = 'graded', fulfillment_status = 'grading' where id = ${three.id}`;
    expect(ids(await list(view))).toEqual([there.id, two.id]);
    // What was lost and is refunded in full is settled: nobody is to look for it any more.
    await sql`update grading_orders set payment_status = 'canceled' where id = ${two.id}`;
    expect(ids(await list(view))).toEqual([there.id]);
  });

  test("what was refunded before it left for home can be lost on its way, too", async () => {
    const word = aMark();
    const order = await addReceived(sql);
    const step = (days: number, columns: Record<string, string>) =>
      sql.begin(async (tx) => {
        await tx`select set_config('app.event_at', ${new Date(Date.now() - days * DAY).toISOString()}, true)`;
        await tx`update grading_orders set ${tx(columns)} where id = ${order.id}`;
      });
    await step(30, { payment_status: "canceled" });
    await step(15, {
      submission_status: "completed",
      fulfillment_status: "complete",
      tracking_number: word,
    });
    const found = async () => ids(await list({ p_search: word, p_view: "late_home" }));
    expect(await found()).toEqual([order.id]);
    // The refund did not last: it is paid, and refunded once more while nobody knows where the parcel is.
    await step(10, { payment_status: "paid" });
    expect(await found()).toEqual([order.id]);
    await step(5, { payment_status: "canceled" });
    expect(await found()).toEqual([]);
  });

  test("an imported order left by the time it was last changed, unless the import says when", async () => {
    const word = aMark();
    const left = (days: number) => new Date(Date.now() - days * DAY);
    const imported = (columns: Record<string, unknown>) =>
      addOrder(sql, {
        tracking_number: word,
        fulfillment_status: "complete",
        submission_status: "completed",
        received_at: left(60),
        ...columns,
      });
    const changed = await imported({ updated_at: left(20) });
    const told = await imported({ updated_at: left(1), sent_back_at: left(30) });
    await imported({ updated_at: left(20), sent_back_at: left(2) });
    await imported({ updated_at: left(20), submission_status: "graded", fulfillment_status: "grading" });
    // Nothing is known of it: its two weeks begin with the import.
    const unknown = await imported({});
    expect(ids(await list({ p_search: word, p_view: "late_home" }))).toEqual([told.id, changed.id]);
    const later = { p_now: new Date(Date.now() + 15 * DAY).toISOString() };
    expect(ids(await list({ p_search: word, p_view: "late_home", ...later }))).toContain(unknown.id);
    await sql`update grading_orders set submission_status = 'delivered' where id = ${changed.id}`;
    expect(ids(await list({ p_search: word, p_view: "late_home" }))).toEqual([told.id]);
  });

  test("a parcel that was booked out by mistake is on no way back once that is undone", async () => {
    const acts = await StaffActs.begin(sql);
    const order = await addReceived(sql);
    const { act_id } = await acts.change(order.id, { submission_status: "completed" }, "Handed over");
    const leftAt = async () =>
      (await sql`select sent_back_at from grading_orders where id = ${order.id}`)[0]?.sent_back_at;
    expect(await leftAt()).toBeInstanceOf(Date);
    await acts.undo(act_id);
    expect(await leftAt()).toBeNull();
  });

  test("a step back by mistake, undone, leaves the two weeks running", async () => {
    const acts = await StaffActs.begin(sql);
    const word = aMark();
    const order = await sentHome(word, 15);
    const found = async () => ids(await list({ p_search: word, p_view: "late_home" }));
    const { act_id } = await acts.change(order.id, { submission_status: "graded" }, "By mistake");
    expect(await found()).toEqual([]);
    await acts.undo(act_id);
    expect(await found()).toEqual([order.id]);
    // What was lost, and refunded, stays settled.
    await sql`update grading_orders set payment_status = 'canceled' where id = ${order.id}`;
    const again = await acts.change(order.id, { submission_status: "graded" }, "By mistake");
    await acts.undo(again.act_id);
    expect(await found()).toEqual([]);
  });
});

describe("staff packages", () => {
  // A purge passes over the rows that another one is at.
  let acts: StaffActs;
  beforeAll(async () => {
    acts = await StaffActs.begin(sql);
  });

  type Answer = { outcome: string; act_id: string };

  const look = () =>
    call<{ packages: { id: string }[]; package_changes: { id: string }[] }>(
      personClient(acts.member.accessToken),
      "staff_receiving_desk",
      {},
    );

  describe("a package without a batch", () => {
    type Kept = { id: string; version: number };
    const keep = async (sender: string) =>
      (await acts.write<{ package: Kept }>("staff_add_package", { p_sender: sender, p_carrier: "ups" }))
        .package;
    const change = (pack: Kept, p_sender: string) =>
      acts.write<Answer & { change_id: string }>("staff_change_package", {
        p_package_id: pack.id,
        p_version: pack.version,
        p_sender,
        p_carrier: "ups",
      });
    const undo = (change_id: string) => acts.write<Answer>("staff_undo_package", { p_change_id: change_id });
    const stored = async ({ id }: Kept) => {
      const [row] = await sql`select sender, carrier, notes, deleted_at from packages where id = ${id}`;
      return row;
    };

    test("is corrected, and that is taken back", async () => {
      const pack = await keep("Jnae");
      const before = await stored(pack);
      const { change_id } = await change(pack, "Jane");
      expect(await stored(pack)).toMatchObject({ sender: "Jane", carrier: "ups" });
      const listed = (await look()).package_changes.find(({ id }) => id === change_id);
      expect(listed).toMatchObject({ kind: "edit", sender: "Jane" });
      expect(await undo(change_id)).toEqual({ outcome: "undone" });
      expect(await stored(pack)).toEqual(before);
      expect(JSON.stringify((await look()).package_changes)).not.toContain(change_id);
    });

    test("is deleted, and that is taken back; meanwhile it is nowhere", async () => {
      const pack = await keep("Twice");
      const args = { p_package_id: pack.id, p_version: pack.version };
      const { change_id } = await acts.write<{ change_id: string }>("staff_delete_package", args);
      expect(JSON.stringify((await look()).packages)).not.toContain(pack.id);
      const order = await addOrder(sql);
      const match = { p_package_id: pack.id, p_order_id: order.id };
      expect(await acts.write("staff_match_package", match)).toEqual({ outcome: "not_found" });
      await undo(change_id);
      expect(await acts.write("staff_match_package", match)).toMatchObject({ outcome: "matched" });
    });

    test("corrected by two at once keeps the first; the second is told by whom and when", async () => {
      const pack = await keep("Jnae");
      const answers = await Promise.all([change(pack, "Jane"), change(pack, "Jan")]);
      expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ changed: 1, conflict: 1 });
      expect(answers.find(({ outcome }) => outcome === "conflict")).toMatchObject({
        package: {
          version: pack.version + 1,
          changed_by_email: acts.member.email,
          changed_at: expect.any(String),
        },
      });
    });

    test("what was corrected again is taken back in turn, also at once", async () => {
      const pack = await keep("a");
      const first = await change(pack, "b");
      const second = await change({ ...pack, version: pack.version + 1 }, "c");
      expect(await undo(first.change_id)).toEqual({ outcome: "changed_since" });
      const outcomes = (await Promise.all([undo(second.change_id), undo(second.change_id)])).map(
        ({ outcome }) => outcome,
      );
      expect(tally(outcomes)).toEqual({ undone: 1, already_undone: 1 });
      expect(await undo(first.change_id)).toEqual({ outcome: "undone" });
      expect(await stored(pack)).toMatchObject({ sender: "a" });
    });

    test("what somebody corrects at this moment is not taken back", async () => {
      const pack = await keep("a");
      const { change_id } = await change(pack, "b");
      let answer: Promise<Answer> | undefined;
      await sql.begin(async (tx) => {
        await tx`update packages set sender = 'c' where id = ${pack.id}`;
        answer = undo(change_id);
        await expectSomebodyWaits(tx);
      });
      expect(await answer).toEqual({ outcome: "changed_since" });
      expect(await stored(pack)).toMatchObject({ sender: "c" });
    });

    test("what was corrected or deleted is forgotten after 90 days", async () => {
      const [old, young] = [await keep("old"), await keep("young")];
      for (const pack of [old, young]) {
        const args = { p_package_id: pack.id, p_version: pack.version };
        await acts.write("staff_delete_package", args);
      }
      await sql`update packages set deleted_at = now() - interval '91 days' where id = ${old.id}`;
      await sql`update package_changes set created_at = now() - interval '91 days' where package_id = ${old.id}`;
      await call(serverClient(), "purge_staff_acts", {});
      expect(await sql`select id from packages where id in (${old.id}, ${young.id})`).toEqual([
        { id: young.id },
      ]);
      expect(await sql`select 1 from package_changes where package_id = ${young.id}`).toHaveLength(1);
    });
  });
});

describe("awaited debits", () => {
  /*
   * A debit that was ordered on a payment page takes days, and may be decided after its order was canceled, failed or paid
   * otherwise: it is written down, so that the job asks about it.
   */
  const sql = connect();

  const awaitedOf = (session: unknown) =>
    sql<{ order_id: string; days: number }[]>`
    select order_id, round(extract(epoch from until - now()) / 86400)::integer as days from awaited_debits
    where session_id = ${String(session)}`;

  /** An order with an open page, and another with a debit that somebody else awaits. */
  async function someDebits() {
    const [order, other] = await Promise.all([1, 2].map(async () => attachCheckout((await addUser(sql)).id)));
    if (!order || !other) throw new Error("No orders.");
    await applyCheckout({ ...aPaidSession(other), ...sessions.delayed });
    return { order, other, page: aPaidSession(order) };
  }

  test("it is asked about for three weeks from the moment it was first heard of", async () => {
    const { order, page } = await someDebits();
    await applyCheckout({ ...page, ...sessions.delayed });
    expect(await awaitedOf(page.p_session_id)).toEqual([{ order_id: order.id, days: 21 }]);
    await sql`update awaited_debits set until = now() + interval '3 days' where session_id = ${String(page.p_session_id)}`;
    await applyCheckout({ ...page, ...sessions.delayed });
    expect(await awaitedOf(page.p_session_id)).toEqual([{ order_id: order.id, days: 3 }]);
  });

  test("also where its order was canceled meanwhile, or paid by another page", async () => {
    const { order, page } = await someDebits();
    await applyCheckout({ ...page, ...sessions.expired });
    await applyCheckout({ ...page, ...sessions.delayed });
    expect((await storedOrder(sql, order.id)).payment_status).toBe("canceled");
    expect(await awaitedOf(page.p_session_id)).toHaveLength(1);
    const former = aSessionId();
    await applyCheckout(page);
    await applyCheckout({ ...page, ...sessions.delayed, p_session_id: former });
    expect((await storedOrder(sql, order.id)).payment_status).toBe("paid");
    expect(await awaitedOf(page.p_session_id)).toEqual([]);
    expect(await awaitedOf(former)).toMatchObject([{ order_id: order.id }]);
  });

  test.each(["paid", "asyncFailed"] as const)(
    "it is forgotten when it is %s, and no other one with it",
    async (end) => {
      const { other, page } = await someDebits();
      await applyCheckout({ ...page, ...sessions.delayed });
      await applyCheckout({ ...page, ...sessions[end] });
      expect(await awaitedOf(page.p_session_id)).toEqual([]);
      expect(await awaitedOf(other.stripe_session_id)).toHaveLength(1);
    },
  );

  test.each(["open", "expired"] as const)("a page that is %s has none", async (state) => {
    const { page } = await someDebits();
    await applyCheckout({ ...page, ...sessions[state] });
    expect(await awaitedOf(page.p_session_id)).toEqual([]);
  });

  test("nor has one that fits no order of ours, which staff are told of", async () => {
    const { page } = await someDebits();
    const answer = await applyCheckout({ ...page, ...sessions.delayed, p_livemode: true });
    expect(answer).toMatchObject({ outcome: "exception", reason: "livemode_mismatch" });
    expect(await awaitedOf(page.p_session_id)).toEqual([]);
  });
});
