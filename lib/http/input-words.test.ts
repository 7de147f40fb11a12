import { z } from "zod";
import * as mini from "zod/mini";
import { inputWords, isNamed } from "@/lib/http/input-words";

const order = z.strictObject({
  num_cards: z.number().int().gte(1).lte(9999),
  plan_type: z.enum(["payg", "free"]).optional(),
  batch_id: z.string().regex(/^BATCH-/),
  email: z.email().optional(),
  notes: z.string().min(2).max(1000).optional(),
  closes: z.boolean().optional(),
  orders: z
    .array(z.object({ id: z.uuid() }))
    .min(1)
    .max(2)
    .optional(),
  phone: z.string("Please enter your phone number.").optional(),
});
const good = { num_cards: 3, batch_id: "BATCH-1" };
const RELOAD = "Please reload the page and try again.";

const first = (schema: z.core.$ZodType, value: unknown) =>
  z.core.safeParse(schema, value, { error: inputWords }).error?.issues[0]?.message;

test.each<[unknown, string]>([
  [{ batch_id: "BATCH-1" }, "Please enter the number of cards."],
  [{ ...good, num_cards: null }, "Please enter the number of cards."],
  [{ ...good, num_cards: "3" }, "Please check the number of cards: it is a number."],
  [{ ...good, num_cards: 1.5 }, "Please check the number of cards: it is a whole number."],
  [{ ...good, num_cards: 0 }, "Please check the number of cards: it is at least 1."],
  [{ ...good, num_cards: 10_000 }, "Please check the number of cards: it is at most 9,999."],
  [{ ...good, plan_type: "gold" }, "Please check the plan: it is one of payg, free."],
  [{ ...good, plan_type: null }, "Please choose the plan."],
  [{ num_cards: 3 }, `The batch ID is missing. ${RELOAD}`],
  [{ num_cards: 3, batch_id: "1" }, `The batch ID is not valid. ${RELOAD}`],
  [{ ...good, email: "jane" }, "Please enter a valid email address."],
  [{ ...good, notes: 5 }, "Please check the notes: it is a text."],
  [{ ...good, notes: "x" }, "Please enter the notes."],
  [{ ...good, notes: "x".repeat(1001) }, "Please check the notes: it has at most 1,000 characters."],
  [
    { ...good, closes: "yes" },
    "Please check the answer whether this is settled: it is yes or no (true or false).",
  ],
  [{ ...good, orders: {} }, "Please check the batches: it is a list."],
  [{ ...good, orders: [] }, "Please choose the batches."],
  [{ ...good, orders: [{}] }, `The ID is missing. ${RELOAD}`],
  [{ ...good, orders: [{ id: "7" }] }, `The ID is not valid. ${RELOAD}`],
  [{ ...good, total: 1, tip: 2 }, "This request has values that we do not know: total, tip."],
  [[], `This request is not an object with the values that are asked for. ${RELOAD}`],
  [null, `This request is not an object with the values that are asked for. ${RELOAD}`],
])("%j: %s", (value, words) => expect(first(order, value)).toBe(words));

test("too many of a list are told when each of them is right", () => {
  const id = "3f2a9c1e-0000-4000-8000-000000000000";
  const problem = first(order, { ...good, orders: [{ id }, { id }, { id }] });
  expect(problem).toBe("Please check the batches: there are at most 2.");
});

test("what was begun may be a log-in or a step at the portal: one sentence is right for both", () => {
  const portal = z.object({ flow: z.enum(["update", "cancel"]).optional() });
  expect(first(portal, { flow: "x" })).toBe(`The step that was begun is not valid. ${RELOAD}`);
  expect(first(z.object({ flow: z.string() }), {})).toBe(`The step that was begun is missing. ${RELOAD}`);
});

test("what a schema says by itself comes before it", () => {
  expect(first(order, { ...good, phone: 5 })).toBe("Please enter your phone number.");
});

test("a schema of the small kind, and one with several forms, are told alike", () => {
  const small = mini.object({ code: mini.string().check(mini.maxLength(6)) });
  expect(first(small, {})).toBe("Please enter the code.");
  expect(first(small, { code: "1234567" })).toBe("Please check the code: it has at most 6 characters.");
  const several = z.discriminatedUnion("action", [z.object({ action: z.literal("cancel") })]);
  expect(first(several, { action: "steal" })).toBe(`The action is not valid. ${RELOAD}`);
  expect(first(z.object({ code: z.union([z.literal("a"), z.literal("b")]) }), { code: 5 })).toBe(
    "Please check the code: it is not valid.",
  );
});

test("a value without a name of its own is still told in words", () => {
  expect(isNamed("num_cards")).toBe(true);
  expect(isNamed("shoe_size")).toBe(false);
  expect(first(z.object({ shoe_size: z.number() }), {})).toBe("Please enter the value.");
});
