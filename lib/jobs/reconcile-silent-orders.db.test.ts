import { renderOutboxMail } from "@/lib/email/render-outbox-mail";
import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcileSilentOrders } from "@/lib/jobs/reconcile-silent-orders";
import { addReceived } from "@/sandbox/builders/grader-group";
import { addOnItsWay } from "@/sandbox/builders/homeward";
import { addOrder } from "@/sandbox/builders/rows";
import { call, connect, emptyTables, serverClient, tally } from "@/sandbox/builders/test-database";

/** The order whose mail cannot be written. */
let mockBad = "";
jest.mock("@/lib/jobs/mutations", () => {
  const actual = jest.requireActual("@/lib/jobs/mutations");
  const tellSilentOrder = async (id: string, now: Date) => {
    if (id === mockBad) throw new Error("not now");
    return actual.tellSilentOrder(id, now);
  };
  return { ...actual, tellSilentOrder };
});

const sql = connect();
emptyTables(sql);

/** Long ago, so that no order of another test is silent then; a Tuesday, and nine in the morning of a week later. */
const NEWS = "2024-01-09T10:00:00Z";
const MORNING = new Date("2024-01-16T14:00:00Z");

/** A batch that came a day before its last news, and that is promised by January 30. */
const aBatch = () => addReceived(sql, { received_at: "2024-01-08T15:00:00Z" });

/** A batch without news since a Tuesday. */
async function silent(add: () => Promise<{ id: string }> = aBatch): Promise<string> {
  const { id } = await add();
  await sql`insert into order_silences (order_id, last_news_at) values (${id}, ${NEWS})
    on conflict (order_id) do update set last_news_at = excluded.last_news_at, told_at = null`;
  return id;
}
const mailsOf = async (id: string) =>
  (await sql`select 1 from outbox where kind = 'no_news' and payload ->> 'order_id' = ${id}`).length;

async function run(now: Date) {
  const report = { silent: 0 };
  const phase = new JobPhase("silent batches", Date.now() + 20_000);
  await phase.run((part) => reconcileSilentOrders(part, report, now));
  return { ...report, failed: phase.failed };
}

test("owners are told once after a week, in the morning", async () => {
  const ids = [await silent(), await silent()];
  await run(new Date("2024-01-15T20:00:00Z"));
  await run(new Date("2024-01-16T13:59:00Z"));
  for (const id of ids) expect(await mailsOf(id)).toBe(0);
  expect(await run(MORNING)).toMatchObject({ failed: 0 });
  expect(await run(MORNING)).toEqual({ silent: 0, failed: 0 });
  expect(await run(new Date("2024-01-25T14:00:00Z"))).toEqual({ silent: 0, failed: 0 });
  for (const id of ids) expect(await mailsOf(id)).toBe(1);
});

test("of several runs at once one writes it", async () => {
  const id = await silent();
  const tell = () =>
    call<{ outcome: string }>(serverClient(), "tell_silent_order", { p_order_id: id, p_now: MORNING });
  const answers = await Promise.all([tell(), tell(), tell()]);
  expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ told: 1, told_before: 2 });
  expect(await mailsOf(id)).toBe(1);
});

test("one that fails stops no other, and is tried again by the next run", async () => {
  const [bad, good] = [await silent(), await silent()];
  mockBad = bad;
  jest.spyOn(console, "error").mockReturnValue();
  expect(await run(MORNING)).toMatchObject({ failed: 1 });
  expect([await mailsOf(bad), await mailsOf(good)]).toEqual([0, 1]);
  mockBad = "";
  await run(MORNING);
  expect([await mailsOf(bad), await mailsOf(good)]).toEqual([1, 1]);
});

test("news ends a silence and takes its mail back; the next silence is told again", async () => {
  const id = await silent();
  await run(MORNING);
  await sql`insert into order_events (order_id, type, public, occurred_at)
    values (${id}, 'photo_shown', true, '2024-01-16T15:00:00Z')`;
  expect(await mailsOf(id)).toBe(0);
  await run(new Date("2024-01-22T15:00:00Z"));
  expect(await mailsOf(id)).toBe(0);
  await run(new Date("2024-01-24T15:00:00Z"));
  expect(await mailsOf(id)).toBe(1);
});

test("what staff note among themselves is no news", async () => {
  const id = await silent();
  await sql`insert into order_events (order_id, type, to_value, public) values (${id}, 'note', 'x', false)`;
  await run(MORNING);
  expect(await mailsOf(id)).toBe(1);
});

const LATE: [string, string][] = [
  ["is late", "update grading_orders set promised_to = '2024-01-15'"],
  [
    "is late, and was put off",
    "update grading_orders set promised_to = '2024-01-15', delay_reason = 'Snow.', delayed_until = '2024-02-15'",
  ],
];
const STOPS: [string, string][] = [
  ["is to be canceled", "update grading_orders set cancel_requested_at = now()"],
  ["is refunded", "update grading_orders set payment_status = 'canceled'"],
  ["is back", "update grading_orders set fulfillment_status = 'complete', submission_status = 'delivered'"],
  ["is disputed", "update order_admin set dispute_status = 'needs_response'"],
  ["has an open problem", "update order_admin set problem_place = now()"],
  ["waits for an answer", "update order_admin set waiting_since = now()"],
  ["waits for our answer about an upcharge", "update order_admin set upcharge_since = now()"],
  ["has its address asked for", "update order_admin set address_asked_until = now()"],
  ["is set aside", "update order_admin set is_set_aside = true"],
];

describe.each<[string, () => Promise<{ id: string }>, [string, string][]]>([
  ["said to be shipped", () => addOrder(sql, { inbound_shipped_at: NEWS }), STOPS],
  [
    "said to be delivered",
    () => addOrder(sql, { inbound_shipped_at: NEWS, inbound_delivered_at: NEWS }),
    STOPS,
  ],
  ["here and not checked in", () => addOrder(sql, { arrived_at: NEWS }), STOPS],
  ["here", aBatch, [...LATE, ...STOPS]],
  // Long after the day that was promised: what has left is not late any more.
  ["on its way back", () => addOnItsWay(sql, { received_at: "2023-11-08T15:00:00Z" }), STOPS],
])("of a batch that is %s", (_, add, stops) => {
  test("its owner is told once, by a mail that can be written", async () => {
    const id = await silent(add);
    for (let time = 0; time < 2; time++) expect(await run(MORNING)).toMatchObject({ failed: 0 });
    const mails = await sql<{ kind: string; payload: unknown }[]>`
      select kind, payload from outbox where payload ->> 'order_id' = ${id}`;
    expect(mails).toHaveLength(1);
    for (const mail of mails)
      expect((await renderOutboxMail(mail)).text).toContain("Last news: January 9, 2024");
  });

  test.each(stops)("nothing is said while it %s", async (_, change) => {
    const id = await silent(add);
    await sql`insert into order_admin (order_id) values (${id}) on conflict (order_id) do nothing`;
    const key = change.startsWith("update order_admin") ? "order_id" : "id";
    await sql.unsafe(`${change} where ${key} = $1`, [id]);
    expect(await run(MORNING)).toMatchObject({ failed: 0 });
    expect(await mailsOf(id)).toBe(0);
  });
});
