import { processorMs, residentMiB } from "./process-figures.ts";

const tells = process.platform === "linux" ? test : test.skip;

tells("a process that computes is seen to", () => {
  const before = processorMs(process.pid);
  const began = process.cpuUsage();
  const usedMs = () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };
  // By its own account, not by the clock: on a busy machine it hardly computes in that time.
  while (usedMs() < 100) Math.sqrt(before);
  const seen = processorMs(process.pid) - before;
  expect(seen).toBeGreaterThanOrEqual(80);
  expect(seen).toBeLessThanOrEqual(usedMs() + 20);
});

tells("what a process holds is as Node itself tells", () => {
  expect(residentMiB(process.pid) / (process.memoryUsage.rss() / 2 ** 20)).toBeCloseTo(1, 0);
});

test("a process that is not there has no figures", () => {
  expect([processorMs(0), residentMiB(0)]).toEqual([Number.NaN, Number.NaN]);
});
