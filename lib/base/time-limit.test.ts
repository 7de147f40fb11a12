import { withinBudget } from "@/lib/base/within-budget";

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
