import * as z from "zod/mini";
import { one, queryKey } from "@/lib/base/query";

test.each([
  ["a", "a"],
  [["a", "b"], "a"],
  [[], undefined],
  [undefined, undefined],
])("%j counts as %j", (value, expected) => {
  expect(one(value)).toBe(expected);
});

const schema = z.object({ step: queryKey(z.enum(["one", "two"])), text: queryKey(z.string()) });

test.each([
  [
    { step: "one", text: "x" },
    { step: "one", text: "x" },
  ],
  [{ step: ["two", "one"] }, { step: "two" }],
  [{ step: "three" }, {}],
  [{ step: ["three", "one"] }, {}],
  [{ step: "constructor", text: [] }, {}],
  [{}, {}],
])("%j is read as %j", (query, expected) => {
  expect(schema.parse(query)).toEqual(expected);
});
