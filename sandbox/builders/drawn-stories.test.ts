import fc from "fast-check";
import { tellStories } from "@/sandbox/builders/drawn-stories";

const slow = fc.asyncProperty(fc.nat(), () => new Promise<void>((done) => setTimeout(done, 20)));

test("as many stories are told as were asked for", async () => {
  const story = fc.asyncProperty(fc.nat(), async () => {});
  expect(await tellStories(story, { runs: 50, atLeast: 50, timeMs: 5_000 })).toBe(50);
});

test("a machine that is too slow for the least number fails, though no story was false", async () => {
  const told = tellStories(slow, { runs: 50, atLeast: 40, timeMs: 50 });
  await expect(told).rejects.toThrow(/only \d of 50 stories, and 40 are the least/);
});

test("one that is slow tells fewer, and says how many", async () => {
  const told = await tellStories(slow, { runs: 1_000, atLeast: 1, timeMs: 200 });
  expect(told).toBeGreaterThanOrEqual(1);
  expect(told).toBeLessThan(1_000);
});

test("a false story fails with what was false, and how to tell it again", async () => {
  const story = fc.asyncProperty(fc.constant(7), async (drawn) => {
    if (drawn === 7) throw new Error("money is missing");
  });
  await expect(tellStories(story, { runs: 5, atLeast: 1, timeMs: 5_000 })).rejects.toThrow(
    /money is missing[\s\S]*seed/,
  );
});
