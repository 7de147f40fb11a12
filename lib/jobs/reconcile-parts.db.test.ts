import { ServiceUnavailableError } from "@/lib/base/errors";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { reconcile } from "@/lib/jobs/reconcile";
import { catchLog } from "@/sandbox/builders/caught-log";
import { nothing } from "@/sandbox/builders/missed-work";

/* Which parts a run of the job has, and when; what each of them does is tested with itself, on true services. */

const logged = catchLog();
const NOW = new Date("2026-11-24T12:00:00Z");

/** The parts that were called, in order. */
let mockDone: string[] = [];
/** Whether no list can be had; or which one. */
let mockIsAway = false;
let mockBroken: string | null = null;
/** How many are reminded by each call; four by those after. */
let mockReminders: number[] = [];
let mockAfterReminders = () => {};
/** The tasks that were noted to have failed; of the first of them staff are told. */
let mockFailed: { name: string; about: string }[] = [];
/** What is known of former runs. */
let mockProgress: { progress: Record<string, object>; is_waiting: boolean };

/** A part that says its name, and needs something that cannot be had where mockIsAway. */
async function mockPart(name: string, phase: JobPhase): Promise<void> {
  mockDone.push(name);
  if (mockIsAway) await phase.need(() => Promise.reject(new Error("away")));
}
/** A list, or a call that answers how much it did: away where mockIsAway. */
async function mockList<T>(name: string, found: T): Promise<T> {
  mockDone.push(name);
  if (mockIsAway || name === mockBroken) throw new ServiceUnavailableError("database", new Error("away"));
  return found;
}
/** A purge that deletes two rows, and nothing when it is asked again. */
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
  queueReminders: async (kind: string) => {
    if (kind !== "queue_ship_reminders") return { done: 0 };
    const done = await mockList("reminders", mockReminders.shift() ?? 4);
    if (mockReminders.length === 0) mockAfterReminders();
    return { done };
  },
  saveJobProgress: async (kind: string) => void mockDone.push(`saved ${kind}`),
}));
jest.mock("@/lib/jobs/reconcile-adjustments", () => ({
  reconcileAdjustments: (part: JobPhase) => mockPart("proposals", part),
}));
jest.mock("@/lib/jobs/reconcile-events", () => ({
  reconcileEventsOfPages: (part: JobPhase) => mockPart("sessions", part),
  reconcileEventsThatFailed: (part: JobPhase) => mockPart("failed deliveries", part),
  reconcileEventsThatNeverCame: (part: JobPhase) => mockPart("missed events", part),
}));
jest.mock("@/lib/jobs/reconcile-pages", () => ({
  reconcilePagesThatRanOut: (part: JobPhase) => mockPart("reservations", part),
  reconcilePagesInProgress: (part: JobPhase) => mockPart("pending payments", part),
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
jest.mock("@/lib/staff/refunds/data", () => ({ listStuckRefunds: () => mockList("refunds", [{ id: "r" }]) }));
jest.mock("@/lib/staff/refunds/refund-order", () => ({
  finishStuckRefund: async ({ id }: { id: string }) => void mockDone.push(`finished ${id}`),
}));

beforeEach(() => {
  mockDone = [];
  mockFailed = [];
  mockBroken = null;
  mockIsAway = false;
  mockReminders = [];
  mockAfterReminders = () => {};
  mockProgress = { progress: {}, is_waiting: false };
});

/** What is done once an hour, or once in a quarter of one, was done so many minutes before NOW. */
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

test("a first run does every part, in its order, and adds up what they did", async () => {
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
  expect(report).toEqual({ ...nothing, memberships: 1, refunds: 1, reminders: 4, purged: 4 * 2 + 3 });
  expect(logged("sync.done")).toMatchObject([{ memberships: 1, purged: 11 }]);
});

test.each([
  [1, []],
  [15, ["sessions", "missed events"]],
  [60, ["saved purge", "sessions", "missed events", "pending payments", "stray files"]],
])("%i minutes after everything was done, beside what each minute needs: %j", async (minutes, also) => {
  doneBefore(minutes);
  await reconcile(NOW);
  const rest = mockDone.filter((part) => !EACH_MINUTE.includes(part) && !PURGE.includes(part));
  expect(rest).toEqual(also);
  expect(mockDone.filter((part) => EACH_MINUTE.includes(part))).toEqual(EACH_MINUTE);
});

test("while a page is open the pages are looked at each minute", async () => {
  doneBefore(1);
  mockProgress.is_waiting = true;
  await reconcile(NOW);
  expect(mockDone[0]).toBe("sessions");
});

test("staff are told of each payment that fits nothing, of each photograph that stays, and of stuck work", async () => {
  await reconcile(NOW);
  expect(logged("payment.exception")).toMatchObject([{ exception: 7, error: "Error: amount" }]);
  expect(logged("payment.alarm")).toMatchObject([{ order: "o", error: "Error: disputed", about: "pi_1" }]);
  expect(logged("photo.stuck")).toMatchObject([
    { photo: "photo", path: "2026-11/photo", error: "Error: its files cannot be deleted" },
  ]);
  expect(logged("work.stuck")).toMatchObject([
    { name: "evt_1", about: "charge.refunded", error: "Error: events" },
  ]);
});

test("what failed in a run is noted, and told when it has failed for a day", async () => {
  mockBroken = "memberships";
  const failed = { name: "memberships", about: "1 failure in the last run" };
  expect(await reconcile(NOW)).toMatchObject({ failed: 1 });
  expect(mockFailed).toEqual([failed]);
  expect(logged("work.stuck")).toContainEqual(expect.objectContaining({ ...failed, error: "Error: tasks" }));
});
