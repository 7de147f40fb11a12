import { randomUUID } from "node:crypto";
import { addOrder, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { expectSomebodyWaits } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

/* What owners are told of by mail: large refunds, several that are one together, and files that leave the house. */

const sql = connect(6);
let owner: StaffMember;
let member: StaffMember;
beforeAll(async () => {
  owner = await signUpStaff(sql, "owner");
});
beforeEach(async () => {
  // Each test is the first day of somebody.
  member = await signUpStaff(sql);
});

const LIMIT = 10_000;

/** Writes a refund down, as the form does; answers its id. */
async function begin(cents: number): Promise<string> {
  const order = await addOrder(sql);
  const id = randomUUID();
  await call(serverClient(), "staff_begin_refund", {
    p_actor: member.id,
    p_request_id: id,
    p_order_id: order.id,
    p_amount_cents: cents,
    p_refunded_cents: 0,
    p_reason: "Lost",
  });
  return id;
}

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

/** What the owner of this file is told of this test's member. */
const told = async (kind = "refund_alert") =>
  (
    await sql<{ payload: Record<string, unknown> }[]>`select payload from outbox
      where kind = ${kind} and payload ->> 'by' = ${member.email} and payload ->> 'to' = ${owner.email} order by id`
  ).map(({ payload }) => payload);

describe("a refund", () => {
  test("that was told by itself does not count among several; one of just the limit does", async () => {
    await refund(LIMIT + 1);
    await refund(LIMIT - 1);
    expect(await told()).toHaveLength(1);
    await refund(2);
    expect(await told()).toMatchObject([{ cents: LIMIT + 1 }, { cents: 2, day_cents: LIMIT + 1 }]);
    member = await signUpStaff(sql);
    await refund(LIMIT);
    expect(await told()).toEqual([]);
    await refund(1);
    expect(await told()).toMatchObject([{ cents: 1, day_cents: LIMIT + 1 }]);
  });

  test("above the limit is told once it is made, once, with who, how much, why and of which batch", async () => {
    const id = await begin(LIMIT + 1);
    expect(await told()).toEqual([]);
    await finish(id);
    await finish(id);
    const [order] =
      await sql`select o.id, o.batch_id from refund_requests r join grading_orders o on o.id = r.order_id
      where r.id = ${id}`;
    expect(await told()).toEqual([
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

  test("up to the limit, one that failed, and any without a limit are not told", async () => {
    await refund(LIMIT);
    await finish(await begin(LIMIT + 1), "The card is closed.");
    await finish(await begin(LIMIT + 1), null, null);
    expect(await told()).toEqual([]);
  });

  test("is told to every owner who has an address, and to nobody else", async () => {
    const second = await signUpStaff(sql, "owner");
    const id = await refund(LIMIT + 1);
    const mails =
      await sql`select payload ->> 'to' as to from outbox where dedupe_key like ${`refund_alert:${id}:%`}`;
    const to = mails.map((mail) => mail.to);
    expect(to).toEqual(expect.arrayContaining([owner.email, second.email]));
    expect(to).not.toContain(member.email);
  });
});

describe("several refunds of one person", () => {
  test("are told once when they pass the limit within a day, and again when they do so later", async () => {
    await refund(6_000);
    await refund(4_000);
    expect(await told()).toEqual([]);
    await refund(1);
    expect(await told()).toMatchObject([{ cents: 1, day_cents: LIMIT + 1 }]);
    await refund(5_000);
    expect(await told()).toHaveLength(1);
    await sql`update refund_requests set updated_at = now() - interval '25 hours' where requested_by = ${member.id}`;
    await refund(9_999);
    expect(await told()).toHaveLength(1);
    await refund(2);
    expect(await told()).toMatchObject([{ cents: 1 }, { cents: 2, day_cents: LIMIT + 1 }]);
  });

  test("are summed without those that were told by themselves, and without another's", async () => {
    await refund(LIMIT + 1);
    await refund(LIMIT);
    const before = member;
    member = await signUpStaff(sql);
    await refund(LIMIT);
    expect(await told()).toEqual([]);
    member = before;
    expect(await told()).toHaveLength(1);
  });

  test("made at once are told all the same", async () => {
    const ids = [await begin(6_000), await begin(6_000), await begin(6_000)];
    await Promise.all(ids.map((id) => finish(id)));
    expect(await told()).toHaveLength(1);
  });

  test("the second of two waits until the first is written", async () => {
    const [first, second] = [await begin(6_000), await begin(6_000)];
    let later: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select public.staff_finish_refund(${first}, 1, ${`re_${first}`}, null, ${LIMIT})`;
      later = finish(second);
      await expectSomebodyWaits(tx);
    });
    await later;
    expect(await told()).toMatchObject([{ day_cents: 12_000 }]);
  });
});

describe("a file that leaves the house", () => {
  const beginExport = (p_kind: string, p_filter: object, p_rows: number | null = null) =>
    call<{ export_id: number }>(serverClient(), "staff_begin_export", {
      p_actor: member.id,
      p_kind,
      p_filter,
      p_rows,
    });
  const end = (p_export_id: number, p_rows: number, p_is_complete = true) =>
    call(serverClient(), "staff_finish_export", { p_export_id, p_rows, p_is_complete });
  const dueIn = async () =>
    (
      await sql`select next_attempt_at > now() as is_later from outbox
        where kind = 'export_alert' and payload ->> 'by' = ${member.email} and payload ->> 'to' = ${owner.email}`
    )[0]?.is_later;

  test("is kept with who and what was asked for, and told when it ends, without what was searched for", async () => {
    const { export_id: id } = await beginExport("orders", { payment: "paid", search: "jane@example.org" });
    expect(await dueIn()).toBe(true);
    expect(await end(id, 12)).toEqual({ outcome: "finished" });
    expect(await end(id, 99)).toEqual({ outcome: "unchanged" });
    expect(await dueIn()).toBe(false);
    const [alert] = await told("export_alert");
    expect(alert).toMatchObject({
      kind: "orders",
      filter: { payment: "paid" },
      has_search: true,
      rows: 12,
      is_complete: true,
    });
    expect(JSON.stringify(alert)).not.toContain("jane");
    const [kept] = await sql`select kind, actor_id, about, after from staff_log where id = ${id}`;
    expect(kept).toEqual({
      kind: "exported",
      actor_id: member.id,
      about: "orders",
      after: { filter: { payment: "paid", search: "jane@example.org" }, rows: 12, is_complete: true },
    });
  });

  test("is told of also when nobody hears its end, or when it broke off", async () => {
    const { export_id: id } = await beginExport("activity", {});
    expect(await told("export_alert")).toMatchObject([{ kind: "activity", filter: {}, has_search: false }]);
    await end(id, 3, false);
    expect(await told("export_alert")).toMatchObject([{ rows: 3, is_complete: false }]);
  });

  test("a manifest is kept, and nobody is told: it names no customer", async () => {
    const { export_id: id } = await beginExport("manifest", { group: 7 }, 4);
    expect(await told("export_alert")).toEqual([]);
    const [kept] = await sql`select after from staff_log where id = ${id}`;
    expect(kept?.after).toEqual({ filter: { group: 7 }, rows: 4, is_complete: true });
    expect(await end(id, 9)).toEqual({ outcome: "unchanged" });
  });

  test("of an unknown kind there is none", async () => {
    await expect(beginExport("passwords", {})).rejects.toThrow("there is no such file");
  });
});
