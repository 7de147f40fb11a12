import { randomUUID } from "node:crypto";
import { ACTIVITY_KINDS } from "@/lib/staff/activity/activity-query";
import { LOG_KINDS } from "@/lib/staff/activity/schema";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder, addUser, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { updateAsStaff } from "../../sandbox/builders/sql-functions";
import {
  call,
  connect,
  personClient,
  serverClient,
  type Transaction,
  undone,
} from "../../sandbox/builders/test-database";

/* The list of all that staff did. */

const sql = connect();
let member: StaffMember;
beforeEach(async () => {
  member = await signUpStaff(sql, "owner");
});

type Row = {
  source: number;
  id: number;
  at: string;
  type: string;
  actor_email: string;
  order_id: string | null;
  batch_id: string | null;
  about: string | null;
  from_value: string | null;
  to_value: string | null;
  before: object | null;
  after: object | null;
};
type Cursor = { at: string; source: number; id: number };
type Page = { rows: Row[]; next_cursor: Cursor | null; people: { user_id: string; email: string }[] };
const list = (args: Record<string, unknown> = {}) =>
  call<Page>(personClient(member.accessToken), "staff_list_activity", { p_actor_id: member.id, ...args });
const after = (cursor: Cursor) => ({
  p_cursor_at: cursor.at,
  p_cursor_source: cursor.source,
  p_cursor_id: cursor.id,
});
const write = <Answer>(name: string, args: object) =>
  call<Answer>(serverClient(), name, { p_actor: member.id, ...args });
const typesOf = ({ rows }: Page) => rows.map(({ type }) => type);

test("each type of what staff do lies in one kind, and each kind is known", async () => {
  const kinds = await sql<{ types: string[] }[]>`
    select private.activity_types(k) as types from unnest(${[...ACTIVITY_KINDS]}::text[]) k`;
  const types = kinds.flatMap((kind) => kind.types);
  expect(new Set(types).size).toBe(types.length);
  const checks = await sql<{ text: string }[]>`select pg_get_constraintdef(oid) as text from pg_constraint
    where conname in ('order_events_type_check', 'staff_log_kind_check', 'staff_events_action_check')`;
  const stored = checks.flatMap(({ text }) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, word]) => word));
  expect(checks).toHaveLength(3);
  expect([...types].sort()).toEqual([...new Set(stored)].sort());
  const [log] =
    await sql`select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'staff_log_kind_check'`;
  expect([...String(log?.text).matchAll(/'([a-z_]+)'/g)].map(([, word]) => word)).toEqual([...LOG_KINDS]);
});

test("orders, packages, groups, people and files stand in one list, newest first, with before and after", async () => {
  const order = await addOrder(sql);
  await updateAsStaff(member, order, { shelf_location: "A-1" });
  const { package: kept } = await write<{ package: { id: string; version: number } }>("staff_add_package", {
    p_sender: "Casey",
  });
  await write("staff_change_package", {
    p_package_id: kept.id,
    p_version: 1,
    p_sender: "Casey",
    p_shelf: "B-2",
  });
  const { change_id: change } = await write<{ change_id: string }>("staff_delete_package", {
    p_package_id: kept.id,
    p_version: 2,
  });
  await write("staff_undo_package", { p_change_id: change });
  const { group } = await write<{ group: { id: number } }>("staff_open_group", { p_grader: "PSA" });
  await write("staff_discard_group", { p_group_id: group.id });
  const person = await addUser(sql);
  await write("staff_add_member", { p_email: person.email });
  await write("staff_begin_export", { p_kind: "orders", p_filter: { payment: "paid" } });
  const page = await list();
  expect(typesOf(page)).toEqual([
    "exported",
    "added",
    "group_discarded",
    "group_opened",
    "package_undone",
    "package_deleted",
    "package_changed",
    "package_added",
    "shelf_location",
  ]);
  for (const one of page.rows) expect(one).toMatchObject({ actor_id: member.id, actor_email: member.email });
  const row = (type: string) => page.rows.find((one) => one.type === type);
  expect(row("shelf_location")).toMatchObject({
    order_id: order.id,
    batch_id: order.batch_id,
    from_value: null,
    to_value: "A-1",
  });
  expect(row("package_changed")).toMatchObject({
    about: "Casey",
    before: { shelf_location: null },
    after: { shelf_location: "B-2" },
  });
  expect(row("group_opened")).toMatchObject({ about: `Group ${group.id}`, after: { grader: "PSA" } });
  expect(row("added")).toMatchObject({ about: person.email, before: null, after: { role: "staff" } });
  expect(page.next_cursor).toBeNull();
  expect(page.people).toContainEqual({ user_id: member.id, email: member.email });
});

test("what is settled or tried again about no order stands there, too", async () => {
  const [settled] = await sql`insert into payment_exceptions (stripe_session_id, reason)
    values (${`sub_${randomUUID()}`}, 'unknown_price') returning id, stripe_session_id`;
  await write("staff_resolve_exception", { p_exception_id: settled?.id, p_resolution: "Known" });
  const [mail] = await sql`insert into outbox (dedupe_key, kind, payload, failed_at)
    values (${randomUUID()}, 'test', '{}', now()) returning id`;
  await write("staff_retry_mail", { p_mail_id: mail?.id });
  await sql`delete from outbox where id = ${mail?.id}`;
  const event = `evt_${randomUUID()}`;
  await sql`insert into stripe_events (event_id, type, livemode, attempts) values (${event}, 'x', false, 20)`;
  await write("staff_retry_event", { p_event_id: event });
  await sql`delete from stripe_events where event_id = ${event}`;
  const { rows } = await list();
  expect(rows).toMatchObject([
    { type: "event_retried", about: event },
    { type: "mail_retried", about: String(mail?.id), after: { count: 1 } },
    { type: "exception_resolved", about: settled?.stripe_session_id, after: { resolution: "Known" } },
  ]);
});

test("it is narrowed by person, kind, period and batch, each for itself and together", async () => {
  const [order, other] = [await addOrder(sql), await addOrder(sql)];
  await updateAsStaff(member, order, { shelf_location: "A-1", tracking_number: aMark() });
  await updateAsStaff(member, other, { shelf_location: "B-2" });
  await write("staff_open_group", { p_grader: "PSA" });
  const nobody = { p_actor_id: randomUUID() };
  expect((await list(nobody)).rows).toEqual([]);
  expect(typesOf(await list({ p_kind: "grader" }))).toEqual(["group_opened"]);
  expect(typesOf(await list({ p_kind: "returns" }))).toEqual(["tracking_number"]);
  expect(typesOf(await list({ p_kind: "exports" }))).toEqual([]);
  const ofOrder = { p_actor_id: null, p_batch: ` ${order.batch_id.toLowerCase()} ` };
  expect(typesOf(await list(ofOrder)).sort()).toEqual(["shelf_location", "tracking_number"]);
  expect(typesOf(await list({ ...ofOrder, p_kind: "returns" }))).toEqual(["tracking_number"]);
  expect((await list({ ...ofOrder, ...nobody })).rows).toEqual([]);
  expect((await list({ p_actor_id: null, p_batch: "BATCH-NOSUCHBATCH-2345" })).rows).toEqual([]);
  const [now] = (await list()).rows;
  expect((await list({ p_until: now?.at })).rows.map(({ type }) => type)).not.toContain("group_opened");
  expect(typesOf(await list({ p_since: now?.at }))).toEqual(["group_opened"]);
  expect(typesOf(await list({ p_actor_id: null, p_since: now?.at }))).toContain("group_opened");
  expect(typesOf(await list({ p_actor_id: null, p_since: now?.at, p_kind: "grader" }))).toContain(
    "group_opened",
  );
});

test.each([null, "receiving"])(
  "pages show each line once, also those of one moment and of several sources (kind %s)",
  async (kind) => {
    const order = await addOrder(sql);
    const moment = new Date(Date.UTC(2026, 0, 1));
    const at = (n: number) => new Date(moment.getTime() + Math.floor(n / 4) * 1000);
    for (let n = 0; n < 17; n++) {
      if (n % 3 === 0) {
        await sql`insert into staff_log (kind, actor_id, at) values ('package_added', ${member.id}, ${at(n)})`;
      } else {
        await sql`insert into order_events (order_id, type, actor_type, actor_id, occurred_at)
        values (${order.id}, 'arrived', 'staff', ${member.id}, ${at(n)})`;
      }
      if (kind === null)
        await sql`insert into staff_events (staff_user_id, action, actor_id, at) values (${member.id}, 'added', ${member.id}, ${at(n)})`;
    }
    const whole = await list({ p_kind: kind, p_limit: 1000 });
    expect(whole.rows).toHaveLength(kind === null ? 34 : 17);
    const seen: Row[] = [];
    for (let page = await list({ p_kind: kind, p_limit: 3 }); ; ) {
      seen.push(...page.rows);
      if (!page.next_cursor) break;
      page = await list({ p_kind: kind, p_limit: 3, ...after(page.next_cursor) });
    }
    expect(seen).toEqual(whole.rows);
  },
);

/** Of each person and type of an event no more than the page holds is read; of other tests there are people, too. */
const MOST = 6_000;

describe("however much was done", () => {
  /** 120,000 events of six people, of which one kind is rare; `read` tells how many rows of them a page reads. */
  async function withMany(work: (read: (args: string) => Promise<number>) => Promise<void>): Promise<void> {
    await undone(sql, async (tx: Transaction) => {
      const order = await addOrder(tx);
      await tx.unsafe("set local session_replication_role = replica");
      await tx`insert into order_events (order_id, type, actor_type, actor_id, occurred_at)
        select ${order.id}, case when n % 40000 = 0 then 'refund_started' else 'shelf_location' end,
          case when n % 7 = 0 then 'system' else 'staff' end,
          ('00000000-0000-4000-9000-00000000000' || n % 6)::uuid, now() - n * interval '1 minute'
        from generate_series(1, 120000) n`;
      await tx.unsafe("set local session_replication_role = origin");
      await tx.unsafe("analyze public.order_events");
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: member.id })}, true)`;
      const readSoFar = async () => {
        const [row] = await tx`select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
          from pg_stat_xact_all_tables where relid = 'public.order_events'::regclass`;
        return Number(row?.rows ?? 0);
      };
      await work(async (args) => {
        const before = await readSoFar();
        const [found] = await tx.unsafe(
          `select jsonb_array_length(public.staff_list_activity(${args}) -> 'rows') as rows`,
        );
        expect(Number(found?.rows)).toBeGreaterThan(0);
        const rows = (await readSoFar()) - before;
        expect(rows).toBeGreaterThan(0);
        return rows;
      });
    });
  }

  test(
    "a page reads little more than it shows, with each filter, deep pages and rare kinds too",
    () =>
      withMany(async (read) => {
        const person = "p_actor_id => '00000000-0000-4000-9000-000000000001'";
        const deep = "p_cursor_at => now() - interval '70 days', p_cursor_source => 0, p_cursor_id => 1";
        for (const args of [
          "",
          person,
          "p_kind => 'money'",
          "p_kind => 'receiving'",
          `${person}, p_kind => 'receiving'`,
        ]) {
          expect([args, await read(args)]).toEqual([args, expect.any(Number)]);
          expect(await read(args)).toBeLessThan(MOST);
          if (args !== "p_kind => 'money'")
            expect(await read(args ? `${args}, ${deep}` : deep)).toBeLessThan(MOST);
        }
        expect(
          await read("p_until => now() - interval '60 days', p_since => now() - interval '61 days'"),
        ).toBeLessThan(MOST);
      }),
    60_000,
  );
});
