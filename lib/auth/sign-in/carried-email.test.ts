import { carryEmail, takeCarriedEmail } from "@/lib/auth/sign-in/carried-email";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const store = withTestStorage();

test("an address is told once", () => {
  carryEmail(" casey@example.com ");
  expect(takeCarriedEmail()).toBe("casey@example.com");
  expect(takeCarriedEmail()).toBeNull();
  expect(store().size).toBe(0);
});

test.each([undefined, "", " "])("%j carries nothing, and takes what was carried away", (email) => {
  carryEmail("casey@example.com");
  carryEmail(email);
  expect(takeCarriedEmail()).toBeNull();
});

test.each([
  ["at once", 0, "casey@example.com"],
  ["just within ten minutes", 599_999, "casey@example.com"],
  ["after ten minutes", 600_000, null],
  ["by a clock that was set back", -1, null],
])("%s the address is told or forgotten, and kept no longer either way", (_when, ms, told) => {
  jest.useFakeTimers({ now: Date.UTC(2026, 10, 25) });
  carryEmail("casey@example.com");
  jest.setSystemTime(Date.now() + ms);
  expect(takeCarriedEmail()).toBe(told);
  expect(store().size).toBe(0);
  jest.useRealTimers();
});

test("what something else left under its name is no address", () => {
  store().set("sign_in_email", "casey@example.com");
  expect(takeCarriedEmail()).toBeNull();
});
