import { exceptionReasonSchema, reviewReasonSchema } from "@/lib/orders/order";
import { reasonWords } from "@/lib/orders/words";
import { storedReasonWords } from "@/lib/staff/words";

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
