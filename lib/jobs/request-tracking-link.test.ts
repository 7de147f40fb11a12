import { requestTrackingLinkSoon } from "@/lib/jobs/request-tracking-link";
import { aBatchId, anEmail } from "@/sandbox/builders/ids";

let mockDone: string[] = [];
const mockWaits: number[] = [];
let mockLeft: (() => Promise<void>) | undefined;
let mockIsFound = true;

jest.mock("next/server", () => ({
  after: (work: () => Promise<void>) => {
    mockLeft = work;
  },
}));
jest.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    mockWaits.push(ms);
    mockDone.push("waited");
  },
}));
jest.mock("@/lib/orders/tracking/mutations", () => ({
  enqueueTrackingLink: async () => {
    mockDone.push("looked up");
    return mockIsFound;
  },
}));
jest.mock("@/lib/jobs/deliver-outbox", () => ({
  deliverOutboxSoon: () => {
    mockDone.push("mailed");
  },
}));

const ask = async () => {
  requestTrackingLinkSoon({ email: anEmail(), batch: aBatchId() });
  expect(mockDone).toEqual([]);
  await mockLeft?.();
  return mockDone.splice(0);
};

beforeEach(() => {
  mockDone = [];
  mockLeft = undefined;
  mockIsFound = true;
});

test("looks up a batch after the response and a delay, and emails only a match", async () => {
  expect(await ask()).toEqual(["waited", "looked up", "mailed"]);
  mockIsFound = false;
  expect(await ask()).toEqual(["waited", "looked up"]);
});

test("waits a random half to three seconds each time", async () => {
  mockWaits.length = 0;
  for (let time = 0; time < 100; time++) await ask();
  expect(new Set(mockWaits).size).toBeGreaterThan(10);
  expect(Math.min(...mockWaits)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...mockWaits)).toBeLessThan(3_000);
});
