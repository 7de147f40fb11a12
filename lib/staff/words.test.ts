import { exceptionReasonSchema, reviewReasonSchema } from "@/lib/orders/order";
import { reasonWords } from "@/lib/orders/words";
import { doerWords, storedReasonWords } from "@/lib/staff/words";

const reasons = [...exceptionReasonSchema.options, ...reviewReasonSchema.options];

test.each(reasons)("%s is a sentence for staff, not the word that is stored", (reason) => {
  const words = reasonWords(reason);
  expect(words).toMatch(/^(A|An|Another|Money|More|Paid|The|This) /);
  expect(words.toLowerCase()).not.toBe(reason.replaceAll("_", " "));
  expect(storedReasonWords(reason)).toBe(words);
});

test("no two reasons read the same", () => {
  expect(new Set(reasons.map(reasonWords)).size).toBe(reasons.length);
});

test("a value of an order's history that is no reason stays as it is", () => {
  expect(storedReasonWords("needs_response")).toBe("needs_response");
});

test.each([
  ["00000000-0000-4000-8000-000000000001", "sam@example.test", "sam@example.test"],
  ["00000000-0000-4000-8000-000000000001", null, "An account that is gone"],
  [null, null, "System"],
])("who did it by the id %s and the address %s is %s", (actor_id, actor_email, words) => {
  expect(doerWords({ actor_id, actor_email })).toBe(words);
});
