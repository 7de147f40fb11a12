import { keepInput, readInput } from "@/lib/orders/checkout/kept-input";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const casey = { email: "casey@example.com" };
const typed = { numCards: "12", notes: "two are signed" };
const store = withTestStorage();

test.each([casey, null])("what %p typed comes back to nobody else", (owner) => {
  keepInput(owner, typed);
  expect(readInput(owner)).toEqual(typed);
  expect(readInput(owner ? null : casey)).toBeNull();
  expect(readInput({ email: "other@example.com" })).toBeNull();
});

test("an emptied form leaves nothing behind", () => {
  keepInput(casey, typed);
  keepInput(casey, { numCards: "", notes: "" });
  expect(store().size).toBe(0);
  expect(readInput(casey)).toBeNull();
});

test.each(["", "{", "null", "[]", '{"email":"casey@example.com","numCards":1,"notes":2}'])(
  "%p under its key is nothing typed",
  (text) => {
    store().set("submission_input", text);
    expect(readInput(casey)).toBeNull();
  },
);
