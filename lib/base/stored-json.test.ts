import { writeStored } from "@/lib/base/session-store";
import { readStoredJson } from "@/lib/base/stored-json";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const shape = { cards: "number", plan: "string or null", isSent: "boolean?" } as const;
const KEPT = '{"cards":3,"plan":null}';
withTestStorage();

test("what is kept is read back, until it is removed", () => {
  writeStored("a", KEPT);
  expect(readStoredJson("a", shape)).toEqual({ cards: 3, plan: null });
  writeStored("a", undefined);
  expect(readStoredJson("a", shape)).toBeNull();
});

test("what may be missing may be there", () => {
  writeStored("a", '{"cards":3,"plan":"pro","isSent":true}');
  expect(readStoredJson("a", shape)).toEqual({ cards: 3, plan: "pro", isSent: true });
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
