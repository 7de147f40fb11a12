import { PHASE_SECONDS, type PhaseName, phaseEnd, RUN_MS } from "@/lib/jobs/job-budget";

const names = Object.keys(PHASE_SECONDS) as (keyof typeof PHASE_SECONDS)[];

test("when each kind of work takes all its time, the last has its share, and the run ends before the next begins", () => {
  const begun = 1_000_000;
  const end = begun + RUN_MS;
  const now = names.reduce((at, name) => phaseEnd(name, at, end), begun);
  expect(phaseEnd("reservations", now, end) - now).toBeGreaterThanOrEqual(5_000);
  expect(RUN_MS).toBeLessThan(55_000);
});

test.each<[PhaseName, number]>([
  ["purge", 102_000],
  ["reservations", 130_000],
])("%s that begins with the run ends at %d", (name, at) => {
  expect(phaseEnd(name, 100_000, 130_000)).toBe(at);
});

test("none ends later than its run, but for the last, which others may have kept waiting", () => {
  expect(phaseEnd("reservations", 129_000, 130_000)).toBe(134_000);
  expect(phaseEnd("sessions", 129_000, 130_000)).toBe(130_000);
});
