import type { Progress } from "@/lib/jobs/data";
import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcileEventsOfSessions } from "@/lib/jobs/reconcile-events";
import { MissedWork } from "@/sandbox/builders/missed-work";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();

const HOUR = 3_600_000;

type Span = { sinceMs: number; untilMs: number | null };
/** When another product's sessions were created, newest first, and a callback for each list call. */
let mockOthers: { createdMs: number[]; onAsked: (span: Span) => void };
jest.mock("@/lib/stripe/sessions", () => {
  const actual = jest.requireActual("@/lib/stripe/sessions");
  async function* listCompleteSessions(span: Span) {
    mockOthers.onAsked(span);
    for (const at of mockOthers.createdMs)
      if (at >= span.sinceMs && (span.untilMs === null || at < span.untilMs))
        yield { id: "cs_other", mode: "payment", metadata: {}, created: at / 1000 };
    yield* actual.listCompleteSessions(span);
  }
  return { ...actual, listCompleteSessions };
});

const work = new MissedWork(sql, payments, "2031-05-10T12:00:00Z", "1859-01-01T00:00:00.000Z");
beforeEach(async () => {
  mockOthers = { createdMs: [], onAsked: () => {} };
  await work.begin(8);
});
afterEach(() => work.clear());

const before: Progress = {
  looked_until: new Date(work.now.getTime() - 10 * HOUR).toISOString(),
  place: null,
  finished_at: null,
};

/** Checks the sessions in a phase that ends when `isOver` returns true. Returns how many were recorded. */
async function look(isOver: () => boolean = () => false, from = before): Promise<number> {
  const phase = new JobPhase("sessions", Number.POSITIVE_INFINITY);
  jest.spyOn(phase, "isOver", "get").mockImplementation(isOver);
  const report = { fulfilled: 0 };
  await phase.run(() => reconcileEventsOfSessions(phase, report, from, work.now));
  return report.fulfilled;
}

test("records the remaining sessions in the next run when time runs out", async () => {
  await work.paidCheckout();
  await work.paidCheckout();
  // The phase ends once the first session has started.
  let asked = 0;
  expect(await look(() => ++asked > 3)).toBe(1);
  expect(await work.readProgress("sessions")).toBeUndefined();
  expect(await look()).toBe(1);
  expect(await work.readProgress("sessions")).toMatchObject({
    looked_until: work.now,
    finished_at: work.now,
  });
});

test("stores progress up to the first span when stopped before the second", async () => {
  await work.paidCheckout();
  mockOthers.createdMs = Array.from({ length: 501 }, () => work.now.getTime() - HOUR);
  let isOver = false;
  let askedToTheEnd = 0;
  // The whole span has too many sessions, and so does its second half.
  mockOthers.onAsked = ({ untilMs }) => {
    isOver = untilMs === null && ++askedToTheEnd === 2;
  };
  expect(await look(() => isOver)).toBe(1);
  const middle = new Date(work.now.getTime() - 5.5 * HOUR);
  expect(await work.readProgress("sessions")).toEqual({
    looked_until: middle,
    place: null,
    finished_at: null,
  });
});
