import { ServiceUnavailableError } from "@/lib/base/errors";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { EMPTY_REPORT } from "@/sandbox/builders/missed-work";

/* Which parts run, and when. Each part's own tests use real services. */

const logged = catchLog();
const NOW = new Date("2026-11-24T12:00:00Z");

let mockDone: string[] = [];
let mockIsAway = false;
let mockBroken: string | null = null;
/** The recorded task failures. Staff are notified of the first. */
let mockFailed: { name: string; about: string }[] = [];
let mockProgress: { progress: Record<string, object>; is_waiting: boolean };

async function mockPart(name: string, phase: JobPhase): Promise<void> {
  mockDone.push(name);
  if (mockIsAway) await phase.need(() => Promise.reject(new Error("away")));
}
async function mockList<T>(name: string, found: T): Promise<T> {
  mockDone.push(name);
  if (mockIsAway || name === mockBroken) throw new ServiceUnavailableError("database", new Error("away"));
  return found;
}
async function mockPurge(name: string): Promise<number> {
  const isAgain = mockDone.includes(name);
  mockDone.push(name);
  return isAgain ? 0 : 2;
}

jest.mock("@/lib/jobs/data", () => ({ getJobProgress: async () => mockProgress }));
jest.mock("@/lib/jobs/mutations", () => ({
  claimNewAlarms: () =>
    mockList("alarms", [
      { exception_id: 7, reason: "amount", order_id: null },
      { exception_id: null, order_id: "o", reason: "disputed", about: "pi_1" },
    ]),
  claimStuckWork: () => mockList("stuck work", { events: [{ name: "evt_1", about: "charge.refunded" }] }),
  noteJobFailures: async (failed: { name: string; about: string }[]) => {
    mockFailed = failed;
    return failed.slice(0, 1);
  },
  purgeRows: mockPurge,
  queueReminders: async (kind: string) => ({
    done: kind === "queue_ship_reminders" ? await mockList("reminders", 4) : 0,
  }),
  saveJobProgress: async (kind: string) => void mockDone.push(`saved ${kind}`),
}));
jest.mock("@/lib/jobs/reconcile-events", () => ({
  reconcileEventsOfSessions: (part: JobPhase) => mockPart("sessions", part),
  reconcileFailedEvents: (part: JobPhase) => mockPart("failed deliveries", part),
  reconcileMissedEvents: (part: JobPhase) => mockPart("missed events", part),
}));
jest.mock("@/lib/jobs/reconcile-reservations", () => ({
  reconcileAdjustments: (part: JobPhase) => mockPart("proposals", part),
  reconcileReservations: (part: JobPhase) => mockPart("reservations", part),
  reconcilePendingPayments: (part: JobPhase) => mockPart("pending payments", part),
}));
jest.mock("@/lib/jobs/reconcile-photos", () => ({
  reconcilePhotos: async (part: JobPhase) => {
    await mockPart("photographs", part);
    return 3;
  },
  reconcileStrayPhotos: (part: JobPhase) => mockPart("stray files", part),
}));
jest.mock("@/lib/membership/data", () => ({
  listMembershipsToSync: () => mockList("memberships", ["cus_1"]),
}));
jest.mock("@/lib/membership/sync-membership", () => ({
  syncMembership: async (customer: string) => void mockDone.push(`read ${customer}`),
}));
jest.mock("@/lib/orders/photos/mutations", () => ({
  claimStuckPhotos: () => mockList("stuck photographs", [{ id: "photo", path: "2026-11/photo" }]),
}));
jest.mock("@/lib/staff/refunds/mutations", () => ({
  listStuckRefunds: () => mockList("refunds", [{ id: "r" }]),
}));
jest.mock("@/lib/staff/refunds/refund-order", () => ({
  finishStuckRefund: async ({ id }: { id: string }) => void mockDone.push(`finished ${id}`),
}));

beforeEach(() => {
  mockDone = [];
  mockFailed = [];
  mockBroken = null;
  mockIsAway = false;
  mockProgress = { progress: {}, is_waiting: false };
});

function doneBefore(minutes: number): void {
  const done = {
    looked_until: null,
    place: null,
    finished_at: new Date(NOW.getTime() - minutes * 60_000).toISOString(),
  };
  const kinds = ["purge", "sessions", "events", "pending", "photos"];
  mockProgress.progress = Object.fromEntries(kinds.map((kind) => [kind, done]));
}

const PURGE = ["purge_abandoned_orders", "purge_sent_emails", "purge_expired_rows", "purge_staff_actions"];
const EACH_MINUTE = [
  ...["failed deliveries", "memberships", "read cus_1", "refunds", "finished r", "proposals"],
  ...["reminders", "photographs", "reservations", "alarms", "stuck photographs", "stuck work"],
];

test("runs every part in order and adds up the report", async () => {
  const report = await reconcile(NOW);
  expect(mockDone.filter((part) => !PURGE.includes(part))).toEqual([
    ...["saved purge", "sessions", "failed deliveries", "missed events", "memberships", "read cus_1"],
    ...["refunds", "finished r", "proposals", "reminders"],
    ...[
      "pending payments",
      "photographs",
      "stray files",
      "reservations",
      "alarms",
      "stuck photographs",
      "stuck work",
    ],
  ]);
  for (const part of PURGE) expect(mockDone.filter((done) => done === part)).toHaveLength(2);
  expect(report).toEqual({ ...EMPTY_REPORT, memberships: 1, refunds: 1, reminders: 4, purged: 4 * 2 + 3 });
  expect(logged("sync.done")).toMatchObject([{ memberships: 1, purged: 11 }]);
});

test.each([
  [1, []],
  [15, ["sessions", "missed events"]],
  [60, ["saved purge", "sessions", "missed events", "pending payments", "stray files"]],
])("after %i minutes also runs %j", async (minutes, also) => {
  doneBefore(minutes);
  await reconcile(NOW);
  const rest = mockDone.filter((part) => !EACH_MINUTE.includes(part) && !PURGE.includes(part));
  expect(rest).toEqual(also);
  expect(mockDone.filter((part) => EACH_MINUTE.includes(part))).toEqual(EACH_MINUTE);
});

test("looks up sessions each minute while one is open", async () => {
  doneBefore(1);
  mockProgress.is_waiting = true;
  await reconcile(NOW);
  expect(mockDone[0]).toBe("sessions");
});

test("logs payment exceptions, alarms, stuck photos and stuck work", async () => {
  await reconcile(NOW);
  expect(logged("payment.exception")).toMatchObject([{ exception: 7, error: "Error: amount" }]);
  expect(logged("payment.alarm")).toMatchObject([{ order: "o", error: "Error: disputed", about: "pi_1" }]);
  expect(logged("photo.stuck")).toMatchObject([{ photo: "photo", path: "2026-11/photo" }]);
  expect(logged("work.stuck")).toMatchObject([{ name: "evt_1", about: "charge.refunded" }]);
});

test("records failed tasks and logs those failing for a day", async () => {
  mockBroken = "memberships";
  const failed = { name: "memberships", about: "1 failure in the last run" };
  expect(await reconcile(NOW)).toMatchObject({ failed: 1 });
  expect(mockFailed).toEqual([failed]);
  expect(logged("work.stuck")).toContainEqual(expect.objectContaining({ ...failed, error: "Error: tasks" }));
});
