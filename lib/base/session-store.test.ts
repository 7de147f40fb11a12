import { readStored, writeStored } from "@/lib/base/session-store";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const KEPT = '{"cards":3,"plan":null}';
const store = withTestStorage();

test("what is kept is read back, until it is removed", () => {
  writeStored("a", KEPT);
  expect(readStored("a")).toBe(KEPT);
  writeStored("a", undefined);
  expect([store().size, readStored("a")]).toEqual([0, null]);
});

test("an empty text is kept as such", () => {
  writeStored("a", "");
  expect(store().get("a")).toBe("");
});

test("where the browser forbids storage nothing is kept, and nothing fails", () => {
  const forbidden = () => {
    throw new DOMException("forbidden", "SecurityError");
  };
  Object.defineProperty(globalThis, "sessionStorage", { get: forbidden, configurable: true });
  writeStored("a", "1");
  writeStored("a", undefined);
  expect(readStored("a")).toBeNull();
  Reflect.deleteProperty(globalThis, "sessionStorage");
});
