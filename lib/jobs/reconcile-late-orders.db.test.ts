import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcileLateOrders } from "@/lib/jobs/reconcile-late-orders";
import { addReceived } from "@/sandbox/builders/grader-group";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

/** The order whose mail cannot be written. */
let mockBad = "";
jest.mock("@/lib/jobs/mutations", () => {
  const actual = jest.requireActual("@/lib/jobs/mutations");
  const tellLateOrder = async (id: string, now: Date) => {
    if (id === mockBad) throw new Error("not now");
    return actual.tellLateOrder(id, now);
  };
  return { ...actual, tellLateOrder };
});

const sql = connect();
emptyTables(sql);

/** Long ago, so that no order of another test is late by then. */
const CAME = "2024-01-02T15:00:00Z";
const MORNING = new Date("2024-01-25T14:00:00Z");

const late = (columns = {}) => addReceived(sql, { received_at: CAME, ...columns });
const mailsOf = async (id: string) =>
  (await sql`select 1 from outbox where kind = 'late' and payload ->> 'order_id' = ${id}`).length;

async function run(now: Date) {
  const report = { late: 0 };
  const phase = new JobPhase("late batches", Date.now() + 20_000);
  await phase.run((part) => reconcileLateOrders(part, report, now));
  return { ...report, failed: phase.failed };
}

test("owners are told once, in the morning after the promise broke", async () => {
  const orders = [await late(), await late()];
  await run(new Date("2024-01-24T20:00:00Z"));
  await run(new Date("2024-01-25T13:59:00Z"));
  for (const { id } of orders) expect(await mailsOf(id)).toBe(0);
  expect(await run(MORNING)).toMatchObject({ failed: 0 });
  expect(await run(MORNING)).toEqual({ late: 0, failed: 0 });
  for (const { id } of orders) expect(await mailsOf(id)).toBe(1);
});

test("one that fails stops no other, and is tried again by the next run", async () => {
  const [bad, good] = [await late(), await late()];
  mockBad = bad.id;
  jest.spyOn(console, "error").mockReturnValue();
  expect(await run(MORNING)).toMatchObject({ failed: 1 });
  expect([await mailsOf(bad.id), await mailsOf(good.id)]).toEqual([0, 1]);
  mockBad = "";
  await run(MORNING);
  expect([await mailsOf(bad.id), await mailsOf(good.id)]).toEqual([1, 1]);
});
