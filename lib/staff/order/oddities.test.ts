import { oddityWords, previewWords } from "@/lib/staff/order/oddities";
import { type OddityCode, oddityCodeSchema } from "@/lib/staff/order/schema";

const order = (owner: string, ...oddities: OddityCode[]) => ({ id: `${owner}-${oddities}`, owner, oddities });

test.each(oddityCodeSchema.options)("%s is said of one order and of several", (code) => {
  expect(oddityWords([code])).toMatch(/^[A-Z].*\.$/);
  expect(previewWords([order("a", code), order("b", code)], false).oddities[0]).toMatch(/^2 \w/);
});

test("what does not fit about one order is said together", () => {
  expect(oddityWords(["never_received", "not_paid"])).toBe("It was never received. It is not paid.");
  expect(oddityWords([])).toBe("");
});

test("several orders are summed up, the most frequent oddity first", () => {
  const orders = [order("a", "not_paid", "never_received"), order("a", "never_received"), order("b")];
  expect(previewWords(orders, false)).toEqual({
    summary: "3 orders of 2 customers",
    oddities: ["2 never received", "1 not paid"],
  });
  expect(previewWords([order("a")], false)).toEqual({ summary: "1 order of 1 customer", oddities: [] });
});

test("one tracking number for several people is odd, for one person's orders not", () => {
  expect(previewWords([order("a"), order("b")], true).oddities).toEqual([
    "One tracking number for 2 customers",
  ]);
  expect(previewWords([order("a"), order("a")], true).oddities).toEqual([]);
});
