import { randomUUID } from "node:crypto";
import { GroupActs } from "../../sandbox/builders/grader-group";
import { HalfSent } from "../../sandbox/builders/half-sent";
import { addQueuedMail, addStaff, addUser, eventsOf, type StoredOrder } from "../../sandbox/builders/rows";
import type { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient, tally, undone } from "../../sandbox/builders/test-database";

const sql = connect();

describe("outbox", () => {
  const server = serverClient();

  type Row = { id: number; attempts: number; payload: { run: string }; dedupe_key: string };
  const claim = (p_now: string, p_limit = 10, p_lease_seconds = 60) =>
    call<Row[]>(server, "claim_outbox", { p_limit, p_lease_seconds, p_now });
  const finish = (
    p_id: number | undefined,
    p_now: string,
    answer: { p_message_id?: string; p_error?: string },
  ) => call<{ state: string; next_attempt_at?: string }>(server, "finish_outbox", { p_id, p_now, ...answer });

  /* Each test lives in a past of its own: mail that other tests write is not due there, and no two tests meet. */
  let year = 1970;
  const aTime = () => {
    year += 1;
    return (minutes: number) => new Date(Date.UTC(year, 0, 1) + minutes * 60_000).toISOString();
  };

  async function write(at: string, count: number): Promise<void> {
    const rows = Array.from({ length: count }, () => ({
      dedupe_key: `test:${randomUUID()}`,
      kind: "test",
      payload: sql.json({ run: at }),
      created_at: at,
      next_attempt_at: at,
    }));
    await sql`insert into outbox ${sql(rows)}`;
  }

  afterEach(() => sql`delete from outbox where kind = 'test' and created_at < '2000-01-01'`);

  test("100 workers at once: every mail is claimed by one of them", async () => {
    const at = aTime();
    await write(at(0), 500);
    const claims = await Promise.all(Array.from({ length: 100 }, () => claim(at(1), 7)));
    let rows = claims.flat();
    // Who finds rows locked skips them: what is left is picked up by the next to come.
    for (let more = await claim(at(1), 100); more.length > 0; more = await claim(at(1), 100))
      rows = rows.concat(more);
    expect(rows).toHaveLength(500);
    expect(Object.values(tally(rows.map((row) => String(row.id)))).every((times) => times === 1)).toBe(true);
    expect(rows.every((row) => row.attempts === 1)).toBe(true);
  });

  test("a worker that dies gives its mail back when the lease ends", async () => {
    const at = aTime();
    await write(at(0), 1);
    const [first] = await claim(at(1), 1, 60);
    expect(await claim(at(1.5), 1)).toEqual([]);
    const [second] = await claim(at(2), 1);
    expect(second).toMatchObject({ id: first?.id, attempts: 2 });
  });

  test("sent is sent: not claimed again, and a late failure of a slow worker changes nothing", async () => {
    const at = aTime();
    await write(at(0), 1);
    const [row] = await claim(at(1));
    expect(await finish(row?.id, at(2), { p_message_id: "<1@mail>" })).toEqual({ state: "sent" });
    expect(await finish(row?.id, at(3), { p_error: "timeout" })).toEqual({ state: "sent" });
    expect(await claim(at(500))).toEqual([]);
    const [stored] = await sql`select message_id, last_error from outbox where id = ${row?.id ?? 0}`;
    expect(stored).toEqual({ message_id: "<1@mail>", last_error: null });
  });

  test("failures wait 1, 2, 4 … 60 minutes and give up after 20 hours", async () => {
    const at = aTime();
    await write(at(0), 1);
    const waits: number[] = [];
    let minute = 0;
    let state = "retry";
    while (state === "retry") {
      const [row] = await claim(at(minute));
      if (!row) throw new Error(`not due at minute ${minute}`);
      expect(await claim(at(minute))).toEqual([]);
      const answer = await finish(row.id, at(minute), { p_error: "smtp down" });
      state = answer.state;
      if (!answer.next_attempt_at) break;
      const wait = (Date.parse(answer.next_attempt_at) - Date.parse(at(minute))) / 60_000;
      waits.push(wait);
      minute += wait;
    }
    expect(state).toBe("failed");
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(minute).toBeGreaterThanOrEqual(20 * 60);
    expect(minute).toBeLessThan(21 * 60);
    expect(await claim(at(100_000))).toEqual([]);
  });

  test("a mail that waited longer than that for its first attempt is tried five times", async () => {
    const at = aTime();
    const DAY = 24 * 60;
    await write(at(0), 1);
    let minute = DAY;
    const states: string[] = [];
    for (const wait of [1, 2, 4, 8, 0]) {
      const [row] = await claim(at(minute));
      states.push((await finish(row?.id, at(minute), { p_error: "try later" })).state);
      minute += wait;
    }
    expect(states).toEqual(["retry", "retry", "retry", "retry", "failed"]);
  });

  test("a mail whose sending ends the worker each time is given up, and holds no other up", async () => {
    const at = aTime();
    await write(at(0), 1);
    const ids = new Set<number | undefined>();
    for (let death = 0; death < 50; death++) ids.add((await claim(at(death * 2), 1, 60))[0]?.id);
    expect(ids.size).toBe(1);
    await write(at(0), 1);
    const [other, ...more] = await claim(at(100), 1);
    expect(more).toEqual([]);
    expect(ids.has(other?.id)).toBe(false);
    const [stored] =
      await sql`select failed_at, attempts, last_error from outbox where id = ${[...ids][0] ?? 0}`;
    expect(stored).toMatchObject({ attempts: 50, last_error: "Its sending never came to an end." });
    expect(stored?.failed_at).toBeTruthy();
  });

  test("staff send all mails of a bad day again at once, and none that was sent", async () => {
    await undone(sql, async (tx) => {
      // The failed mails of other files come and go meanwhile.
      await tx`lock table outbox in exclusive mode`;
      const { id: actor } = await addUser(tx);
      await addStaff(tx, actor);
      const failed = await Promise.all(
        [1, 2].map(() => addQueuedMail(tx, { kind: "test", failed_at: new Date() })),
      );
      const sent = await addQueuedMail(tx, { kind: "test" });
      await tx`update outbox set sent_at = now() where id = ${sent.id}`;
      const [row] = await tx`select public.staff_retry_mail(${actor}, null) as answer`;
      expect(row?.answer.outcome).toBe("queued");
      expect(row?.answer.count).toBeGreaterThanOrEqual(2);
      const rows = await tx`select id, failed_at, sent_at, attempts from outbox
      where id in ${tx([...failed, sent].map(({ id }) => id))} order by id`;
      expect(rows.map(({ failed_at, sent_at }) => [failed_at !== null, sent_at !== null])).toEqual([
        [false, false],
        [false, false],
        [false, true],
      ]);
      const [again] = await tx`select public.staff_retry_mail(${actor}, null) as answer`;
      expect(again?.answer).toEqual({ outcome: "not_failed", count: 0 });
      const one = async (id: number) =>
        (await tx`select public.staff_retry_mail(${actor}, ${id}) ->> 'outcome' as outcome`)[0]?.outcome;
      expect([await one(sent.id), await one(-1)]).toEqual(["not_failed", "not_found"]);
    });
  });

  test("an unknown id is said to be missing", async () => {
    expect(await finish(-1, aTime()(0), {})).toEqual({ state: "missing" });
  });

  test("one mail for one key", async () => {
    const row = {
      dedupe_key: `test:${randomUUID()}`,
      kind: "test",
      payload: sql.json({}),
      created_at: "1960-01-01",
    };
    await sql`insert into outbox ${sql(row)}`;
    await expect(sql`insert into outbox ${sql(row)}`).rejects.toThrow("duplicate key");
  });
});

describe("late cards told", () => {
  /* What the customer hears of cards that go to the grader after the others of their batch. */

  const sql = connect();
  let batches: HalfSent;
  let acts: StaffActs;
  beforeAll(async () => {
    batches = await HalfSent.begin(sql);
    acts = batches.acts;
  });

  type Line = { type: string; from: string | null; to: string | null };

  /** The lines about late cards, and those that something was taken back, in the story as the customer reads it. */
  async function storyOf({ id }: StoredOrder): Promise<[string, string | null, string | null][]> {
    const [row] = await sql<{ events: Line[] }[]>`select private.public_events(${id}) as events`;
    const lines = (row?.events ?? []).filter(
      ({ type }) => type.startsWith("late_cards") || type === "undone",
    );
    return lines.map(({ type, from, to }) => [type, from, to]);
  }

  /** The mails about late cards: their kind, whether they leave at once, and what they are about. */
  async function mailsOf({ id }: StoredOrder) {
    const mails = (await acts.mailsOf(id)) as { kind: string; due: boolean; payload: { facts?: object } }[];
    return mails
      .filter(({ kind, payload }) => kind === "correction" || JSON.stringify(payload).includes("SUB-2"))
      .map(({ kind, due, payload }) => [kind, due, payload.facts]);
  }

  /** A batch at the grader (or further) with two late cards in a group that is closed. */
  async function withLater(step = "grading") {
    const { order, first } = await batches.aBatch(step);
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await later.close("SUB-2", 2);
    expect(await storyOf(order)).toEqual([]);
    return { order, first, later };
  }

  const SENT = ["late_cards_sent", null, "2:SUB-2"];
  const GRADED = ["late_cards_graded", null, "2:SUB-2"];
  const facts = { number: "SUB-2", cards: 2 };

  test("that they left is told once, with their number, in the story and by mail", async () => {
    const { order, later } = await withLater();
    await later.step("shipped");
    await later.step("grading");
    expect(await storyOf(order)).toEqual([SENT]);
    expect(await mailsOf(order)).toEqual([["order_sent", false, facts]]);
    await later.step("graded");
    expect(await storyOf(order)).toEqual([SENT]);
  });

  test("also where the step goes past the others, which keep the batch where it is", async () => {
    const { order, later } = await withLater("shipped");
    await later.step("grading");
    expect(await batches.statusOf(order)).toBe("shipped");
    expect(await storyOf(order)).toEqual([SENT]);
    expect(await mailsOf(order)).toEqual([["order_sent", false, facts]]);
  });

  test("their grades are told where the others were graded before they left, and else with those of the batch", async () => {
    const { order, later } = await withLater("graded");
    await later.step("shipped");
    await later.step("graded");
    await later.step("back", { p_cards: 2 });
    expect(await storyOf(order)).toEqual([SENT, GRADED]);
    expect(await mailsOf(order)).toEqual([
      ["order_sent", false, facts],
      ["order_graded", false, facts],
    ]);
    const { order: other, first, later: last } = await withLater();
    await last.step("graded");
    await first.step("graded");
    expect(await storyOf(other)).toEqual([SENT]);
    expect(await mailsOf(other)).toEqual([]);
    expect((await acts.mailsOf(other.id)).map(({ kind }) => kind)).toContain("order_graded");
  });

  test("taken back at once nobody hears of it, and it is told when it is so", async () => {
    const { order, later } = await withLater();
    const { act_id } = await later.step("shipped");
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect(await storyOf(order)).toEqual([["undone", "group_step", "late_cards"]]);
    expect(await mailsOf(order)).toEqual([]);
    // Reads the version that taking back has raised.
    await later.step("shipped", { p_version: -1 });
    await later.step("shipped");
    expect((await storyOf(order)).at(-1)).toEqual(SENT);
    expect(await mailsOf(order)).toEqual([["order_sent", false, facts]]);
  });

  test("taken back of one batch alone it is told with the next step", async () => {
    const { order, later } = await withLater();
    const { act_id } = await later.step("shipped");
    expect(await acts.undo(act_id, { p_order_id: order.id })).toMatchObject([{ outcome: "undone" }]);
    await later.step("grading", { p_version: -1 });
    await later.step("grading");
    expect((await storyOf(order)).at(-1)).toEqual(SENT);
    expect(await mailsOf(order)).toEqual([["order_sent", false, facts]]);
  });

  test("taken back after the mail has left it is corrected by one", async () => {
    const { order, later } = await withLater("graded");
    await later.step("shipped");
    const { act_id } = await later.step("graded");
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${order.id}`;
    expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
    expect((await mailsOf(order)).map(([kind]) => kind)).toEqual([
      "order_sent",
      "order_graded",
      "correction",
    ]);
    expect(await storyOf(order)).toEqual([SENT, ["undone", "group_step", "late_cards"]]);
  });

  test("that they were not in the box is told, too, and forgotten when that is taken back", async () => {
    const { order, later } = await withLater();
    await later.step("shipped");
    const { act_id } = await later.takeOut(order);
    expect(await storyOf(order)).toEqual([SENT, ["late_cards_sent", "2:SUB-2", null]]);
    expect(await mailsOf(order)).toEqual([]);
    await acts.undo(act_id);
    expect(await storyOf(order)).toEqual([SENT, ["undone", "group_out", "late_cards"]]);
  });

  test("that they were not in the box is corrected by a mail where that they left was told by one", async () => {
    const { order, later } = await withLater();
    await later.step("shipped");
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${order.id}`;
    await later.takeOut(order);
    expect(await mailsOf(order)).toEqual([
      ["order_sent", false, facts],
      ["correction", true, ["late_cards"]],
    ]);
  });

  test("of other mails nothing is corrected, and a mail that was tried in vain does not leave", async () => {
    const { order, later } = await withLater();
    await later.step("shipped");
    for (const [name, kind, said] of [
      ["of the batch", "order_sent", { number: "SUB-2" }],
      ["of another group", "order_sent", { number: "SUB-3", cards: 2 }],
      ["of their grades", "order_graded", facts],
    ] as const) {
      const payload = { order_id: order.id, name, facts: said };
      await sql`insert into outbox ${sql({ dedupe_key: `${name}:${order.id}`, kind, payload, sent_at: new Date() })}`;
    }
    await sql`update outbox set locked_until = now() - interval '1 minute'
    where payload ->> 'order_id' = ${order.id} and sent_at is null`;
    await later.takeOut(order);
    // The mail of their leaving is gone.
    expect((await mailsOf(order)).map(([kind]) => kind)).toEqual(["order_sent", "order_graded"]);
    const left = (await acts.mailsOf(order.id)).filter(({ payload }) => "name" in payload);
    expect(left.map(({ payload }) => [payload.name, "is_undone" in payload])).toEqual([
      ["of the batch", false],
      ["of another group", false],
      ["of their grades", false],
    ]);
  });

  test("who has no address is not written to", async () => {
    const { order, later } = await withLater();
    await later.step("shipped");
    await sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${order.id}`;
    await sql`update grading_orders set user_id = null, user_email = null, guest_email = null,
    guest_key = repeat('a', 64) where id = ${order.id}`;
    await later.takeOut(order);
    expect((await mailsOf(order)).map(([kind]) => kind)).toEqual(["order_sent"]);
  });

  test("of another batch in the same group nothing is corrected", async () => {
    const { order: other } = await batches.aBatch();
    const { order } = await batches.aBatch();
    const later = await GroupActs.begin(acts);
    await later.add([order, other]);
    await later.close("SUB-2", 4);
    await later.step("shipped");
    for (const left of [null, new Date()]) {
      await sql`update outbox set sent_at = ${left} where payload ->> 'order_id' in (${order.id}, ${other.id})`;
      const { act_id } = await later.takeOut(order);
      expect((await storyOf(order)).at(-1)).toEqual(["late_cards_sent", "2:SUB-2", null]);
      expect(await storyOf(other)).toEqual([SENT]);
      expect(await mailsOf(other)).toEqual([["order_sent", false, facts]]);
      expect(JSON.stringify(await acts.mailsOf(other.id))).not.toContain("is_undone");
      await acts.undo(act_id);
    }
  });

  test("of late cards that are taken out before they left nothing is told", async () => {
    const { order, later } = await withLater();
    await later.takeOut(order);
    expect(await storyOf(order)).toEqual([]);
  });

  test("a quiet step writes no mail and says so to staff", async () => {
    const { order, later } = await withLater();
    await later.step("shipped", { p_is_quiet: true });
    expect(await mailsOf(order)).toEqual([]);
    const said = (await eventsOf(sql, order.id)).find(({ type }) => type === "late_cards_sent");
    expect(said?.data).toMatchObject({ not_told: true });
  });

  test("of a batch that is all in the group of its late cards its own status tells", async () => {
    const { order, first } = await batches.aBatch("shipped");
    const later = await GroupActs.begin(acts);
    await later.add([order]);
    await first.takeOut(order);
    await later.close("SUB-2", 10);
    await later.step("shipped");
    expect(await storyOf(order)).toEqual([]);
    expect(await mailsOf(order)).toEqual([["order_sent", false, { number: "SUB-2" }]]);
  });
});
