import * as z from "zod/mini";
import { readStored, readStoredJson, writeStored } from "@/lib/base/session-store";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const schema = z.object({ cards: z.number() });
const store = withTestStorage();

test("what is kept is read back, until it is removed", () => {
  writeStored("a", '{"cards":3}');
  expect([readStored("a"), readStoredJson("a", schema)]).toEqual(['{"cards":3}', { cards: 3 }]);
  writeStored("a", undefined);
  expect([store().size, readStored("a"), readStoredJson("a", schema)]).toEqual([0, null, null]);
});

test("an empty text is kept as such", () => {
  writeStored("a", "");
  expect(store().get("a")).toBe("");
});

test.each(["", "{", "null", "3", '{"cards":"3"}'])("%j is nothing of that shape", (text) => {
  writeStored("a", text);
  expect(readStoredJson("a", schema)).toBeNull();
});

test("where the browser forbids storage nothing is kept, and nothing fails", () => {
  const forbidden = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  Object.defineProperty(globalThis, "sessionStorage", { get: forbidden, configurable: true });
  writeStored("a", "1");
  writeStored("a", undefined);
  expect([readStored("a"), readStoredJson("a", schema)]).toEqual([null, null]);
  Reflect.deleteProperty(globalThis, "sessionStorage");
});
