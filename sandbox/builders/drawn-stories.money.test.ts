import fc from "fast-check";
import { tellStories } from "@/sandbox/builders/drawn-stories";

const slow = fc.asyncProperty(fc.nat(), () => new Promise<void>((done) => setTimeout(done, 20)));

test("as many stories are told as were asked for", async () => {
  const story = fc.asyncProperty(fc.nat(), async () => {});
  expect(await tellStories(story, { runs: 50, atLeast: 50, timeMs: 5_000 })).toBe(50);
});

test("a machine that is too slow for its time tells the least number all the same, and no more", async () => {
  expect(await tellStories(slow, { runs: 50, atLeast: 4, timeMs: 1 })).toBe(4);
});

test("what is left of the time holds more, but not all", async () => {
  const told = await tellStories(slow, { runs: 10_000, atLeast: 1, timeMs: 2_000 });
  expect(told).toBeGreaterThan(1);
  expect(told).toBeLessThan(10_000);
});

test("those behind the least number are other ones, and a false one among them fails", async () => {
  const drawn: number[] = [];
  const story = fc.asyncProperty(fc.nat(), async (one) => {
    drawn.push(one);
  });
  await tellStories(story, { runs: 40, atLeast: 20, timeMs: 5_000 });
  expect(drawn.slice(20)).not.toEqual(drawn.slice(0, 20));
  let count = 0;
  const late = fc.asyncProperty(fc.nat(), async () => {
    if (++count > 20) throw new Error("money is missing");
  });
  const told = tellStories(late, { runs: 40, atLeast: 20, timeMs: 5_000, endOnFailure: true });
  await expect(told).rejects.toThrow(/money is missing[\s\S]*seed/);
});

test("a false story fails with what was false, and how to tell it again", async () => {
  const story = fc.asyncProperty(fc.constant(7), async (drawn) => {
    if (drawn === 7) throw new Error("money is missing");
  });
  await expect(tellStories(story, { runs: 5, atLeast: 1, timeMs: 5_000 })).rejects.toThrow(
    /money is missing[\s\S]*seed/,
  );
});
