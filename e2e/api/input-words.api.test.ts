import type { $ZodType } from "zod/v4/core";
import { safeParse } from "zod/v4/core";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { inputWords, isNamed } from "../../lib/http/input-words.ts";
import { Product } from "../../sandbox/builders/product.ts";
import { bodySchemas } from "../support/body-schemas.ts";

const product = new Product();

/** What the validator would say by itself. */
const JARGON = /Invalid (input|option|UUID|string|key|ISO)|expected|received|Too (small|big)|Unrecognized|_/;

/** All names of values in a schema, those of objects in it too. */
function fieldsOf(schema: $ZodType): string[] {
  const def = schema._zod.def as unknown as Record<string, $ZodType> & {
    shape?: Record<string, $ZodType>;
    options?: $ZodType[];
  };
  const own = Object.entries(def.shape ?? {}).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
  const inner = [def.innerType, def.element, def.in].filter((one) => one?._zod);
  return [...own, ...[...(def.options ?? []), ...inner].flatMap((one) => (one?._zod ? fieldsOf(one) : []))];
}

const listed = Object.entries(bodySchemas).filter((entry): entry is [string, $ZodType] => entry[1] !== null);

test("every value that an endpoint asks for has a name that its form would know", () => {
  const fields = new Set(listed.flatMap(([, schema]) => fieldsOf(schema)));
  expect(fields.size).toBeGreaterThan(60);
  expect([...fields].filter((field) => !isNamed(field))).toEqual([]);
});

test.each(listed)("%s never answers in the validator's words", (_, schema) => {
  const fields = [...new Set(fieldsOf(schema))];
  for (const value of [undefined, null, 5, "x", [], {}, true]) {
    const body = Object.fromEntries(fields.map((field) => [field, value]));
    for (const { message } of safeParse(schema, body, { error: inputWords }).error?.issues ?? []) {
      expect(message).toMatch(/[.!?]$|^[A-Z]/);
      expect(message.replace(/ is one of .*$/, "")).not.toMatch(JARGON);
    }
  }
});

test.each<[path: string, body: object, error: RegExp]>([
  [apiPaths.orderCheckout, {}, /number of cards/],
  [
    apiPaths.orderCheckout,
    { num_cards: 1, total_amount: 25, batch_id: "BATCH-ABCDEF-2345", plan_type: "gold" },
    /^Please check the plan: it is one of payg, free, starter, pro, elite\.$/,
  ],
  [
    apiPaths.orderCheckout,
    { num_cards: 1, total_amount: 25, batch_id: "BATCH-ABCDEF-2345", user_id: "42" },
    /^The account is not valid\. Please reload the page and try again\.$/,
  ],
  [apiPaths.processPaygPayment, {}, /^The payment session is missing\./],
  [apiPaths.processSubmissionPayment, {}, /^The payment session is missing\./],
])("%s with %j says what to do", async (path, body, error) => {
  const answer = await product.post(path, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: "invalid_input", error: expect.stringMatching(error) });
});
