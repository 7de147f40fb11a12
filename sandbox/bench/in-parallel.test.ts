import { setTimeout as sleep } from "node:timers/promises";
import { inParallel, perSecond } from "./in-parallel.ts";

test("everything is done once, no more at a time than allowed, and answered in order", async () => {
  let underWay = 0;
  let most = 0;
  const results = await inParallel([5, 1, 4, 2, 3], 2, async (item) => {
    most = Math.max(most, ++underWay);
    await sleep(item);
    underWay -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

test("a failure is not lost", async () => {
  const fail = () => Promise.reject(new Error("no"));
  await expect(inParallel([1], 2, fail)).rejects.toThrow("no");
});

test("two hundred in four seconds are fifty a second", () => {
  expect(perSecond(200, 4_000)).toBe(50);
});
