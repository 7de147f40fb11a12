import { readStored, readStoredJson, writeStored } from "@/lib/base/session-store";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const shape = { cards: "number", plan: "string or null", isSent: "boolean?" } as const;
const KEPT = '{"cards":3,"plan":null}';
const store = withTestStorage();

test("what is kept is read back, until it is removed", () => {
  writeStored("a", KEPT);
  expect([readStored("a"), readStoredJson("a", shape)]).toEqual([KEPT, { cards: 3, plan: null }]);
  writeStored("a", undefined);
  expect([store().size, readStored("a"), readStoredJson("a", shape)]).toEqual([0, null, null]);
});

test("what may be missing may be there", () => {
  writeStored("a", '{"cards":3,"plan":"pro","isSent":true}');
  expect(readStoredJson("a", shape)).toEqual({ cards: 3, plan: "pro", isSent: true });
});

test("an empty text is kept as such", () => {
  writeStored("a", "");
  expect(store().get("a")).toBe("");
});

test.each([
  "",
  "{",
  "null",
  "3",
  '"text"',
  "[]",
  '{"plan":null}',
  '{"cards":"3","plan":null}',
  '{"cards":3}',
  '{"cards":3,"plan":1}',
  '{"cards":3,"plan":"pro","isSent":"yes"}',
  '{"cards":3,"plan":"pro","isSent":null}',
])("%j is nothing of that shape", (text) => {
  writeStored("a", text);
  expect(readStoredJson("a", shape)).toBeNull();
});

test("where the browser forbids storage nothing is kept, and nothing fails", () => {
  const forbidden = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  Object.defineProperty(globalThis, "sessionStorage", { get: forbidden, configurable: true });
  writeStored("a", "1");
  writeStored("a", undefined);
  expect([readStored("a"), readStoredJson("a", shape)]).toEqual([null, null]);
  Reflect.deleteProperty(globalThis, "sessionStorage");
});
