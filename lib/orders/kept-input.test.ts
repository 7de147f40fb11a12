import { keepInput, readInput } from "@/lib/orders/kept-input";

const casey = { email: "casey@example.com" };
const typed = { numCards: "12", notes: "two are signed" };
let store: Map<string, string>;

beforeEach(() => {
  store = new Map();
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
      removeItem: (key: string) => store.delete(key),
    },
  });
});

test.each([casey, null])("what %p typed comes back to nobody else", (owner) => {
  keepInput(owner, typed);
  expect(readInput(owner)).toEqual(typed);
  expect(readInput(owner ? null : casey)).toBeNull();
  expect(readInput({ email: "other@example.com" })).toBeNull();
});

test("an emptied form leaves nothing behind", () => {
  keepInput(casey, typed);
  keepInput(casey, { numCards: "", notes: "" });
  expect(store.size).toBe(0);
  expect(readInput(casey)).toBeNull();
});

test.each(["", "{", "null", "[]", '["casey@example.com",1,2]'])(
  "%p under its key is nothing typed",
  (text) => {
    store.set("submission_input", text);
    expect(readInput(casey)).toBeNull();
  },
);
