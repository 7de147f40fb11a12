import {
  anySignal,
  fetchWithTimeout,
  timeLimit,
  wait,
  withinBudget,
  withTimeout,
} from "@/lib/base/time-limit";

test("answers what the work answers", async () => {
  await expect(withinBudget(Promise.resolve("done"), 50, () => "late")).resolves.toBe("done");
});

test("answers the fallback when the work takes too long, however it ends afterwards", async () => {
  let fail: (error: Error) => void = () => {};
  const work = new Promise<string>((_, reject) => {
    fail = reject;
  });
  await expect(withinBudget(work, 10, () => "late")).resolves.toBe("late");
  fail(new Error("nobody hears this"));
});

test("passes an error on", async () => {
  await expect(withinBudget(Promise.reject(new Error("broken")), 50, () => "late")).rejects.toThrow("broken");
});

test("a limit ends by itself, or with the other signal", async () => {
  const stop = new AbortController();
  const [short, stopped] = [timeLimit(10), timeLimit(60_000, stop.signal)];
  expect([short.aborted, stopped.aborted]).toEqual([false, false]);
  await new Promise((resolve) => short.addEventListener("abort", resolve));
  expect(short.reason).toMatchObject({ name: "TimeoutError" });
  stop.abort();
  expect(stopped.aborted).toBe(true);
});

test("a service gets a limit, and its answers are never kept", async () => {
  const ask = jest.spyOn(globalThis, "fetch").mockResolvedValue(new Response());
  await fetchWithTimeout("http://service.test", { method: "POST" });
  const [, init] = ask.mock.calls[0] ?? [];
  expect(init).toMatchObject({ method: "POST", cache: "no-store", signal: expect.any(AbortSignal) });
  await fetchWithTimeout("http://service.test");
  // Elsewhere the keys in its headers would be read.
  const always = { cache: "no-store", redirect: "error", signal: expect.any(AbortSignal) };
  expect(ask.mock.calls[1]?.[1]).toEqual(always);
  ask.mockRestore();
});

test("a call is given up after its limit, or when the page is left", async () => {
  const call = (signal: AbortSignal) =>
    new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("given up")));
  const stop = new AbortController();
  expect(await withTimeout(10, stop.signal, call)).toBe("given up");
  const left = withTimeout(60_000, stop.signal, call);
  stop.abort();
  expect(await left).toBe("given up");
  expect(anySignal(new AbortController().signal, stop.signal).aborted).toBe(true);
  await wait(60_000, stop.signal);
});

describe("no timer is left behind", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test("by work that is done in time, or fails in time", async () => {
    await withinBudget(Promise.resolve("done"), 60_000, () => "late");
    await withinBudget(Promise.reject(new Error("broken")), 60_000, () => "late").catch(() => {});
    expect(jest.getTimerCount()).toBe(0);
  });

  test("by a wait that is broken off", async () => {
    const stop = new AbortController();
    const waited = wait(60_000, stop.signal);
    expect(jest.getTimerCount()).toBe(1);
    stop.abort();
    await waited;
    expect(jest.getTimerCount()).toBe(0);
  });

  test("by a call that answers", async () => {
    const { signal } = new AbortController();
    await expect(withTimeout(60_000, signal, async () => "done")).resolves.toBe("done");
    expect(jest.getTimerCount()).toBe(0);
  });
});
