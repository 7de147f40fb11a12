import { processorMs, residentMiB } from "./process-figures.ts";

const tells = process.platform === "linux" ? test : test.skip;

tells("a process that computes is seen to", () => {
  const before = processorMs(process.pid);
  const end = performance.now() + 200;
  while (performance.now() < end) Math.sqrt(end);
  const used = processorMs(process.pid) - before;
  expect(used).toBeGreaterThan(20);
  expect(used).toBeLessThan(5_000);
});

tells("what a process holds is as Node itself tells", () => {
  expect(residentMiB(process.pid) / (process.memoryUsage.rss() / 2 ** 20)).toBeCloseTo(1, 0);
});

test("a process that is not there has no figures", () => {
  expect([processorMs(0), residentMiB(0)]).toEqual([Number.NaN, Number.NaN]);
});
