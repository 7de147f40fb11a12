import { ServiceUnavailableError } from "@/lib/base/errors";
import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcileAddresses } from "@/lib/jobs/reconcile-addresses";
import { catchLog } from "@/sandbox/builders/caught-log";

const logged = catchLog();

let mockUntold = 0;
const mockAsk = jest.fn<Promise<{ looked: number; asked: number }>, [number]>();
jest.mock("@/lib/orders/homeward/mutations", () => ({
  askChangedAddresses: (limit: number) => mockAsk(limit),
  tellUnansweredAddresses: async (limit: number) => {
    const told = Math.min(limit, mockUntold);
    mockUntold -= told;
    return told;
  },
}));

async function run() {
  const phase = new JobPhase("addresses", Date.now() + 60_000);
  const report = { asked: 0 };
  await phase.run((part) => reconcileAddresses(part, report));
  return { ...report, failed: phase.failed, untold: mockUntold };
}

test("who has moved is asked until nobody is left, and all that nobody answered is told", async () => {
  mockUntold = 250;
  mockAsk.mockResolvedValueOnce({ looked: 100, asked: 3 }).mockResolvedValueOnce({ looked: 0, asked: 0 });
  expect(await run()).toEqual({ asked: 3, failed: 0, untold: 0 });
});

test("what nobody answered is told although nobody can be asked", async () => {
  mockUntold = 2;
  mockAsk.mockRejectedValueOnce(new ServiceUnavailableError("database", new Error("away")));
  expect(await run()).toEqual({ asked: 0, failed: 1, untold: 0 });
  expect(logged("sync.failed")).toHaveLength(1);
});
