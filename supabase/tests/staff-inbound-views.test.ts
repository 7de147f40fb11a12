import { aGuestKey, aMark } from "../../sandbox/builders/ids";
import { addOrder, type StaffMember, type StoredOrder, signUpStaff } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Page = { orders: StoredOrder[]; next_cursor: { at: string; id: string } | null };
const list = (args: Record<string, unknown>) =>
  call<Page>(personClient(member.accessToken), "staff_list_orders", args);
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
  const rows = (await list({ p_search: word })).orders as unknown as { id: string; open_by: string | null }[];
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
  const listed = async (p_now: string) => ids(await list({ p_search: word, p_view: "said_shipped", p_now }));
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
