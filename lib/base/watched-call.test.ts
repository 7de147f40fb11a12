import { RequestContext, withinRequest } from "@/lib/base/request-context";
import { type CalledService, traceCallsBy, watchCall } from "@/lib/base/watched-call";
import { catchLog } from "@/sandbox/builders/caught-log";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings({ SLOW_STORAGE_MS: "100" });
const logged = catchLog();

let now = 0;
beforeEach(() => {
  now = 1_000;
  jest.spyOn(performance, "now").mockImplementation(() => now);
});

/** Work that takes so long by the clock of these tests. */
const taking = (ms: number) => async () => {
  now += ms;
  return "done";
};

test.each<[CalledService, number]>([
  ["database", 500],
  ["auth", 1_500],
  ["payments", 3_000],
  ["mail", 5_000],
  ["storage", 100],
])("a call of the service %s is told as slow from %i ms on", async (service, limit) => {
  const call = { service, name: "some_call" };
  expect(await watchCall(call, taking(limit - 1))).toBe("done");
  expect(logged("call.slow")).toEqual([]);
  expect(await watchCall(call, taking(limit))).toBe("done");
  expect(logged("call.slow")).toEqual([
    { at: expect.any(String), level: "warn", event: "call.slow", service, name: "some_call", ms: limit },
  ]);
});

test("a slow call names its request and route, and nothing else of it", async () => {
  const request = new RequestContext("r1", "/track/secret?email=jane@example.org");
  await withinRequest(request, () => watchCall({ service: "database", name: "get_order" }, taking(2_000.4)));
  expect(logged("call.slow")).toMatchObject([
    { name: "get_order", ms: 2_000, route: "/track/[id]", request: "r1" },
  ]);
  expect(JSON.stringify(logged("call.slow"))).not.toMatch(/secret|jane/);
});

test("a call that fails late is told, too, and fails as it did", async () => {
  const failure = new Error("gone");
  const work = async () => {
    now += 6_000;
    throw failure;
  };
  await expect(watchCall({ service: "mail", name: "refund" }, work)).rejects.toBe(failure);
  expect(logged("call.slow")).toMatchObject([{ service: "mail", name: "refund", ms: 6_000 }]);
});

test("whoever traces calls gets each, with what judges its answer", async () => {
  const traced: unknown[] = [];
  traceCallsBy(async (call, work, isWell) => {
    const answer = await work();
    traced.push([call, answer, isWell(answer)]);
    return answer;
  });
  const call = { service: "payments", name: "POST v1/refunds" } as const;
  expect(
    await watchCall(
      call,
      async () => 503,
      (status) => status < 500,
    ),
  ).toBe(503);
  expect(await watchCall(call, taking(3_000))).toBe("done");
  expect(traced).toEqual([
    [call, 503, false],
    [call, "done", true],
  ]);
  expect(logged("call.slow")).toHaveLength(1);
});
