import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { isOutage, isRunDue, JobPhase, PHASE_SECONDS, phaseEnd, RUN_MS } from "@/lib/jobs/job-phase";
import { catchLog } from "@/sandbox/builders/caught-log";

describe("job phase", () => {
  const logged = catchLog();
  const away = () => new ServiceUnavailableError("payments", new Error("no answer"));
  const answered = (statusCode: number) =>
    new ServiceUnavailableError("payments", Object.assign(new Error(), { statusCode }));
  const aPhase = (until = Number.POSITIVE_INFINITY) => new JobPhase("sessions", until);
  const nameOf = (item: number) => ({ order: `order ${item}` });
  const numbers = (count: number) => Array.from({ length: count }, (_, place) => place);

  test.each([
    [away(), true],
    [answered(503), true],
    [answered(429), true],
    [answered(400), false],
    [answered(401), false],
    [new AppError("database_failed"), false],
    [new Error("no amount"), false],
  ])("reads %o as an outage: %s", (error, expected) => {
    expect(isOutage(error)).toBe(expected);
  });

  test("continues after any number of failed items", async () => {
    const phase = aPhase();
    const done: number[] = [];
    await phase.run(async () => {
      await phase.each(numbers(40), nameOf, async (item) => {
        if (item % 10 !== 0) throw item % 2 ? answered(400) : new AppError("database_failed");
        done.push(item);
      });
    });
    expect(done).toEqual([0, 10, 20, 30]);
    expect(phase.failed).toBe(36);
    expect(logged("sync.failed")).toHaveLength(36);
    expect(logged("sync.failed")[0]).toMatchObject({ level: "error", what: "sessions", order: "order 1" });
    expect(new Set(logged("sync.failed").map(({ order }) => order)).size).toBe(36);
    expect(logged("sync.stopped")).toEqual([]);
  });

  test("stops after three consecutive outages and resets on success", async () => {
    const phase = aPhase();
    const outcomes = [away(), away(), null, away(), away(), answered(400), away(), away(), away(), null];
    const met: number[] = [];
    await phase.run(async () => {
      for (const [place, error] of outcomes.entries()) {
        const begun = await phase.each([place], nameOf, async () => {
          met.push(place);
          if (error) throw error;
        });
        expect(begun).toBe(place === 9 ? 0 : 1);
      }
    });
    expect(met).toEqual(numbers(9));
    expect(logged("sync.stopped")).toMatchObject([{ phase: "sessions", why: "a service is down" }]);
  });

  test("starts nothing after its time is up and logs that it stopped", async () => {
    const clock = jest.spyOn(Date, "now").mockReturnValue(1_000);
    const phase = aPhase(1_500);
    let begun = 0;
    await phase.run(async () => {
      begun = await phase.each(numbers(30), nameOf, async (item) => {
        if (item === 9) clock.mockReturnValue(1_501);
      });
    });
    expect(begun).toBeGreaterThan(9);
    expect(begun).toBeLessThan(30);
    expect(logged("sync.stopped")).toMatchObject([{ level: "warn", why: "its time is up" }]);
    const late = jest.fn();
    await aPhase(1_500).run(late);
    expect(late).not.toHaveBeenCalled();
  });

  test("stops and logs when its list can't be read", async () => {
    const phase = aPhase();
    const after = jest.fn();
    await phase.run(async () => {
      await phase.need(() => Promise.reject(answered(403)));
      after();
    });
    expect(after).not.toHaveBeenCalled();
    expect(phase.failed).toBe(1);
    expect(logged("sync.stopped")).toMatchObject([{ why: "its list cannot be had" }]);
  });

  test("rethrows programming errors", async () => {
    await expect(aPhase().run(() => Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
  });
});

describe("job budget", () => {
  const names = Object.keys(PHASE_SECONDS) as (keyof typeof PHASE_SECONDS)[];

  test("leaves the last phase at least five seconds and ends before the next run", () => {
    const begun = 1_000_000;
    const end = begun + RUN_MS;
    const now = names.reduce((at, name) => phaseEnd(name, at, end), begun);
    expect(phaseEnd("reservations", now, end) - now).toBeGreaterThanOrEqual(5_000);
    expect(RUN_MS).toBeLessThan(55_000);
  });

  test("lets only the last phase end after its run", () => {
    expect(phaseEnd("reservations", 129_000, 130_000)).toBe(134_000);
    expect(phaseEnd("sessions", 129_000, 130_000)).toBe(130_000);
  });
});

describe("job turn", () => {
  const FINISHED = "2026-11-23T12:00:00.000Z";
  const QUARTER_MS = 15 * 60_000;

  const progress = (finished_at: string | null, place: string | null = null) => ({
    looked_until: null,
    place,
    finished_at,
  });

  test.each([
    ["never done", progress(null), 0, true],
    ["stopped halfway", progress(FINISHED, "a place"), 0, true],
    ["just done", progress(FINISHED), 0, false],
    ["a millisecond too early", progress(FINISHED), QUARTER_MS - 5_001, false],
    ["as early as clocks can differ", progress(FINISHED), QUARTER_MS - 5_000, true],
    ["done in the future, as a clock was set back", progress(FINISHED), -1, true],
  ])("decides whether work is due that was %s", (_, done, laterMs, expected) => {
    expect(isRunDue(done, QUARTER_MS, new Date(Date.parse(FINISHED) + laterMs))).toBe(expected);
  });
});
