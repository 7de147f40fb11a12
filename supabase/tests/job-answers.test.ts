import { randomUUID } from "node:crypto";
import {
  getJobProgress,
  listLateOrders,
  listSilentOrders,
  listUnprocessedEvents,
  listUnseenEvents,
} from "@/lib/jobs/data";
import * as jobs from "@/lib/jobs/mutations";
import { finishStripeEvent } from "@/lib/supabase/mutations";
import { addReceived } from "@/sandbox/builders/grader-group";
import { addException, addGivenUpEvent, addOrder } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

const sql = connect();

test("deliveries of the payment service", async () => {
  const event = { id: `evt_${randomUUID()}`, type: "invoice.paid", objectId: "in_1", livemode: false };
  expect(await jobs.recordStripeEvent(event)).toEqual({ processed: false });
  const empty = `evt_${randomUUID()}`;
  await sql`insert into stripe_events (event_id, type, livemode, received_at, tried_at)
            values (${empty}, 'x', false, '1800-01-01', '1800-01-01')`;
  const listed = await listUnprocessedEvents(1000);
  expect(listed.find(({ event_id }) => event_id === empty)).toMatchObject({ type: "x", object_id: null });
  for (const id of [event.id, empty]) await finishStripeEvent(id, null);
  expect(await listUnseenEvents([event.id, "evt_unseen"])).toEqual(["evt_unseen"]);
});

test("how far the job has come", async () => {
  await sql`delete from job_progress where kind = 'sessions'`;
  const now = new Date();
  await jobs.saveJobProgress("sessions", { lookedUntil: now, place: "here", finishedAt: now });
  expect(await getJobProgress()).toMatchObject({
    progress: { sessions: { looked_until: expect.any(String), place: "here" } },
    is_waiting: expect.any(Boolean),
  });
  await sql`delete from job_progress where kind = 'sessions'`;
});

test("the days that were summed up", async () => {
  const { summed_until: until } = await jobs.sumDailyNumbers(new Date().toISOString());
  expect(Date.parse(until ?? "")).toBeGreaterThan(Date.now() - 60_000);
});

test("what is new, and what has been kept long enough", async () => {
  const id = await addException(sql, { reason: "unknown_price" });
  const told: number[] = [];
  let found: { exception_id: number }[];
  do {
    found = await jobs.claimNewExceptions(false);
    told.push(...found.map(({ exception_id }) => exception_id));
  } while (found.length > 0);
  expect(told).toContain(id);
  const { id: disputed } = await addOrder(sql, { dispute_status: "needs_response" });
  const alarms: string[] = [];
  let some: Awaited<ReturnType<typeof jobs.claimNewAlarms>>;
  do {
    some = await jobs.claimNewAlarms(false);
    alarms.push(...some.map(({ order_id: order, reason }) => `${order} ${reason}`));
  } while (some.length > 0);
  expect(alarms).toContain(`${disputed} dispute_opened`);
  const event = await addGivenUpEvent(sql);
  expect((await jobs.claimStuckWork(false)).events).toContainEqual({ name: event, about: "charge.refunded" });
  expect(await jobs.tellLostEvents([{ name: "evt_lost", about: "invoice.paid" }], false)).toBe(true);
  const failed = { name: "test:answers", about: "1 failure in the last run" };
  await sql`insert into job_failures (task, failing_since, failed_at)
    values (${failed.name}, now() - interval '25 hours', now())`;
  expect(await jobs.noteJobFailures([failed], false)).toEqual([failed]);
  await sql`delete from job_failures where task = ${failed.name}`;
  expect(await jobs.purgeStripeEvents()).toEqual(expect.any(Number));
  expect(await jobs.purgePaymentReads()).toEqual(expect.any(Number));
  expect(await jobs.purgeStaffActs()).toEqual(expect.any(Number));
});

test("what is late, and who was told of it", async () => {
  const { id } = await addReceived(sql, { received_at: "2024-01-02T15:00:00Z" });
  const morning = new Date("2024-01-25T14:00:00Z");
  expect((await listLateOrders(1000, null, morning)).map((order) => order.id)).toContain(id);
  const told = async () => jobs.tellLateOrder(id, morning);
  expect([await told(), await told()]).toEqual(["told", "told_before"]);
  const early = await addReceived(sql);
  expect(await jobs.tellLateOrder(early.id, morning)).toBe("not_late");
  expect(await listLateOrders(1000, { id, day: "2024-01-24" }, morning)).not.toContainEqual(
    expect.objectContaining({ id }),
  );
});

test("what nothing is heard of, and who was told so", async () => {
  const { id } = await addReceived(sql, { received_at: "2024-01-08T15:00:00Z" });
  await sql`insert into order_silences (order_id, last_news_at) values (${id}, '2024-01-09T10:00:00.123456Z')`;
  const morning = new Date("2024-01-16T14:00:00Z");
  const found = (await listSilentOrders(1000, null, morning)).find((order) => order.id === id);
  if (!found) throw new Error("not listed");
  expect(await listSilentOrders(1000, found, morning)).not.toContainEqual(found);
  const told = async () => jobs.tellSilentOrder(id, morning);
  expect([await told(), await told()]).toEqual(["told", "told_before"]);
  expect(await jobs.tellSilentOrder((await addReceived(sql)).id, morning)).toBe("not_silent");
});

test("no function of the jobs was left out", () => {
  const expected = functionsCalledIn("jobs");
  expect(expected.length).toBeGreaterThan(5);
  expect(expected.filter((name) => !called.has(name))).toEqual([]);
});
