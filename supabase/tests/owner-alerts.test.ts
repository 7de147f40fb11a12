import { randomUUID } from "node:crypto";
import { addOrder, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import {
  call,
  connect,
  serverClient,
  type Transaction,
  withRollback,
} from "../../sandbox/builders/test-database";
import { checkDatabase, databaseProblems } from "../../sandbox/doctor/check-database";
import { examine } from "../../sandbox/doctor/doctor";
import type { Finding, Settings } from "../../sandbox/doctor/finding";
import { SANDBOX_KEYS } from "../../sandbox/launcher/environment";

type Asking = { by?: string; id?: string } & Record<string, unknown>;

describe("owner alerts", () => {
  const sql = connect();
  let owner: StaffMember;
  let member: StaffMember;
  beforeAll(async () => {
    owner = await signUpStaff(sql, "owner");
  });
  beforeEach(async () => {
    member = await signUpStaff(sql);
  });

  const LIMIT = 10_000;

  async function ask(cents: number, { by = member.id, id = randomUUID(), ...also } = {} as Asking) {
    const order = await addOrder(sql);
    return call<{ outcome: string }>(serverClient(), "staff_begin_refund", {
      p_actor: by,
      p_request_id: id,
      p_order_id: order.id,
      p_amount_cents: cents,
      p_refunded_cents: 0,
      p_reason: "Lost",
      p_alert_cents: LIMIT,
      ...also,
    });
  }

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  async function begin(cents: number): Promise<string> {
    const id = randomUUID();
    expect(await ask(cents, { id, p_factor_used_at: minutesAgo(1) })).toMatchObject({ outcome: "started" });
    return id;
  }

  const DUE = { outcome: "second_factor_due" };
  const STARTED = { outcome: "started" };

  test.each([
    ["without a second factor", undefined, DUE],
    ["with one used 16 minutes ago", 16, DUE],
    ["with one used 14 minutes ago", 14, STARTED],
  ])("starts or refuses a refund above the limit for staff %s", async (_, minutes, answer) => {
    const also = minutes === undefined ? {} : { p_factor_used_at: minutesAgo(minutes) };
    expect(await ask(LIMIT + 1, also)).toMatchObject(answer);
    const written = await sql`select 1 from refund_requests where requested_by = ${member.id}`;
    expect(written).toHaveLength(answer === STARTED ? 1 : 0);
  });

  test("requires no second factor from an owner or for refunds up to the limit", async () => {
    expect(await ask(LIMIT + 1, { by: owner.id })).toMatchObject(STARTED);
    expect(await ask(LIMIT)).toMatchObject(STARTED);
  });

  test("requires a second factor when a day's refunds exceed the limit, or if no limit is set", async () => {
    expect(await ask(LIMIT - 1)).toMatchObject(STARTED);
    expect(await ask(2)).toEqual(DUE);
    await sql`update refund_requests set updated_at = now() - interval '25 hours' where requested_by = ${member.id}`;
    expect(await ask(2)).toMatchObject(STARTED);
    expect(await ask(1, { p_alert_cents: null })).toEqual(DUE);
  });

  test("continues a started refund without another code, but requires one after a failure", async () => {
    const id = await begin(LIMIT + 1);
    const [row] = await sql`select order_id from refund_requests where id = ${id}`;
    const again = () => ask(LIMIT + 1, { id, p_order_id: row?.order_id });
    expect(await again()).toMatchObject({ outcome: "started", is_first: false });
    await finish(id, "The card is closed.");
    expect(await again()).toEqual(DUE);
  });

  test("adds up concurrent refunds toward the limit", async () => {
    const answers = await Promise.all([ask(6_000), ask(6_000), ask(6_000)]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
      "second_factor_due",
      "second_factor_due",
      "started",
    ]);
  });

  const finish = (id: string, failure: string | null = null, p_alert_cents: number | null = LIMIT) =>
    call<{ outcome: string }>(serverClient(), "staff_finish_refund", {
      p_request_id: id,
      p_attempt: 1,
      p_stripe_refund_id: failure ? null : `re_${id}`,
      p_failure: failure,
      p_alert_cents,
    });
  const refund = async (cents: number) => {
    const id = await begin(cents);
    await finish(id);
    return id;
  };

  const alertsOf = async (kind = "refund_alert") =>
    (
      await sql<{ payload: Record<string, unknown> }[]>`select payload from outbox
      where kind = ${kind} and payload ->> 'by' = ${member.email} and payload ->> 'to' = ${owner.email} order by id`
    ).map(({ payload }) => payload);

  test("alerts owners once about a finished refund above the limit, with its details", async () => {
    const id = await begin(LIMIT + 1);
    expect(await alertsOf()).toEqual([]);
    await finish(id);
    await finish(id);
    const [order] =
      await sql`select o.id, o.batch_id from refund_requests r join grading_orders o on o.id = r.order_id
    where r.id = ${id}`;
    expect(await alertsOf()).toEqual([
      {
        to: owner.email,
        by: member.email,
        cents: LIMIT + 1,
        limit_cents: LIMIT,
        reason: "Lost",
        order_id: order?.id,
        batch_id: order?.batch_id,
      },
    ]);
  });

  test("doesn't alert about a refund up to the limit, a failed refund or a refund without a limit", async () => {
    await refund(LIMIT);
    await finish(await begin(LIMIT + 1), "The card is closed.");
    await finish(await begin(LIMIT + 1), null, null);
    expect(await alertsOf()).toEqual([]);
  });

  test("alerts every owner and no one else", async () => {
    const second = await signUpStaff(sql, "owner");
    const id = await refund(LIMIT + 1);
    const mails =
      await sql`select payload ->> 'to' as to from outbox where dedupe_key like ${`refund_alert:${id}:%`}`;
    const to = mails.map((mail) => mail.to);
    expect(to).toEqual(expect.arrayContaining([owner.email, second.email]));
    expect(to).not.toContain(member.email);
  });

  test("alerts about each refund once the day's total exceeds the limit", async () => {
    await refund(6_000);
    await refund(4_000);
    expect(await alertsOf()).toEqual([]);
    await refund(1);
    await refund(5_000);
    expect(await alertsOf()).toMatchObject([
      { cents: 1, day_cents: LIMIT + 1 },
      { cents: 5_000, day_cents: LIMIT + 5_001 },
    ]);
    await sql`update refund_requests set updated_at = now() - interval '25 hours' where requested_by = ${member.id}`;
    await refund(LIMIT);
    expect(await alertsOf()).toHaveLength(2);
  });

  test("adds up refunds per person", async () => {
    await refund(LIMIT);
    member = await signUpStaff(sql);
    await refund(LIMIT);
    expect(await alertsOf()).toEqual([]);
  });

  const beginExport = (p_kind: string, p_filter: object) =>
    call<{ export_id: number }>(serverClient(), "staff_begin_export", {
      p_actor: member.id,
      p_kind,
      p_filter,
    });
  const end = (p_export_id: number, p_rows: number, p_is_complete = true) =>
    call(serverClient(), "staff_finish_export", { p_export_id, p_rows, p_is_complete });
  const dueIn = async () =>
    (
      await sql`select next_attempt_at > now() as is_later from outbox
      where kind = 'export_alert' and payload ->> 'by' = ${member.email} and payload ->> 'to' = ${owner.email}`
    )[0]?.is_later;

  test("logs an export without the search text and alerts owners when it ends", async () => {
    const { export_id: id } = await beginExport("orders", { payment: "paid", search: "jane@example.org" });
    expect(await dueIn()).toBe(true);
    expect(await end(id, 12)).toEqual({ outcome: "finished" });
    expect(await end(id, 99)).toEqual({ outcome: "unchanged" });
    expect(await dueIn()).toBe(false);
    const [alert] = await alertsOf("export_alert");
    expect(alert).toMatchObject({
      kind: "orders",
      filter: { payment: "paid" },
      has_search: true,
      rows: 12,
      is_complete: true,
    });
    expect(JSON.stringify(alert)).not.toContain("jane");
    const [kept] = await sql`select type, actor_id, about, after from staff_log where id = ${id}`;
    expect(kept).toEqual({
      type: "exported",
      actor_id: member.id,
      about: "orders",
      after: { filter: { payment: "paid", search: "jane@example.org" }, rows: 12, is_complete: true },
    });
  });

  test("alerts about an export that never finished or ended early", async () => {
    const { export_id: id } = await beginExport("orders", {});
    expect(await alertsOf("export_alert")).toMatchObject([{ kind: "orders", filter: {}, has_search: false }]);
    await end(id, 3, false);
    expect(await alertsOf("export_alert")).toMatchObject([{ rows: 3, is_complete: false }]);
  });
});

describe("doctor", () => {
  const sql = connect();
  const own: Settings = {
    ...process.env,
    DATABASE_URL: process.env.SANDBOX_DATABASE_URL,
    STRIPE_SETUP_KEY: SANDBOX_KEYS.stripeSecretKey,
  };
  const lineOf = ({ state, about, says }: Finding) => `${state} ${about}: ${says}`;
  const only = (findings: Finding[]) => findings.map(lineOf).join("\n");

  test("finds no problem in a running sandbox", async () => {
    let findings: Finding[] = [];
    await withRollback(sql, async () => {
      findings = await examine(own);
    });
    const others = findings.filter(({ about }) => about !== "scheduler");
    expect(others.filter(({ state }) => state !== "right")).toEqual([]);
    expect(others).toHaveLength(12);
  });

  const problems = (change: (tx: Transaction) => Promise<unknown>) => {
    let found: string[] = [];
    return withRollback(sql, async (tx) => {
      await change(tx);
      found = await databaseProblems(tx);
    }).then(() => found);
  };

  test.each<[string, (tx: Transaction) => Promise<unknown>, RegExp]>([
    [
      "a missing migration",
      (tx) => tx`delete from supabase_migrations.schema_migrations where name = 'outbox'`,
      /^Migrations not applied: \d+_outbox\.sql\. Run `npx supabase@3 db push --remote`/,
    ],
    [
      "photos that anyone can read",
      (tx) => tx`update storage.buckets set public = true where id = 'order-photos'`,
      /^Anyone can read the bucket order-photos/,
    ],
    [
      "a table without row level security",
      (tx) => tx`create table public.left_open ()`,
      /^Row level security is off on left_open/,
    ],
    [
      "a function that anyone can call",
      (tx) => tx`grant execute on function public.get_job_progress() to public`,
      /^Permissions differ from the migrations on get_job_progress\(\)\. Run/,
    ],
  ])("reports %s", async (_, change, says) => {
    expect((await problems(change))[0]).toMatch(says);
    expect(await problems(async () => {})).toEqual([]);
  });

  test("doesn't report success without a valid database URL", async () => {
    expect(only(await checkDatabase({}))).toMatch(/^unknown database: .*set DATABASE_URL/);
    const away = await checkDatabase({ DATABASE_URL: "postgres://postgres:x@127.0.0.1:9/postgres" });
    expect(only(away)).toMatch(/^wrong database: Can't connect to DATABASE_URL/);
  });
});
