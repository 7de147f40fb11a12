import { readPendingInput, savePendingInput } from "@/lib/orders/checkout/pending-input";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const casey = { email: "casey@example.com" };
const typed = { numCards: "12", notes: "two are signed" };
const store = withTestStorage();

test.each([casey, null])("what %p typed comes back to nobody else", (owner) => {
  savePendingInput(owner, typed);
  expect(readPendingInput(owner)).toEqual(typed);
  expect(readPendingInput(owner ? null : casey)).toBeNull();
  expect(readPendingInput({ email: "other@example.com" })).toBeNull();
});

test.each([
  [{ numCards: "12" }, { numCards: "12", notes: "" }],
  [{ notes: "two are signed" }, { numCards: "", notes: "two are signed" }],
])("half a form (%j) is kept, too", (half, expected) => {
  savePendingInput(null, half);
  expect(readPendingInput(null)).toEqual(expected);
});

test("a form in which nothing was typed leaves nothing behind", () => {
  savePendingInput(null, {});
  expect(store().size).toBe(0);
});

test("an emptied form leaves nothing behind", () => {
  savePendingInput(casey, typed);
  savePendingInput(casey, { numCards: "", notes: "" });
  expect(store().size).toBe(0);
  expect(readPendingInput(casey)).toBeNull();
});

test.each(["", "{", "null", "[]", '{"email":"casey@example.com","numCards":1,"notes":2}'])(
  "%p under its key is nothing typed",
  (text) => {
    store().set("submission_input", text);
    expect(readPendingInput(casey)).toBeNull();
  },
);
