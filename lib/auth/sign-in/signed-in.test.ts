import { goOnSignedIn, linkedOrdersMessage } from "@/lib/auth/sign-in/signed-in";

const replace = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  replace.mockClear();
  Object.assign(globalThis, { window: { setTimeout, clearTimeout, location: { replace } } });
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, "window");
});

test("only orders that were found are told", () => {
  expect(linkedOrdersMessage(0)).toBeNull();
  expect(linkedOrdersMessage(3)).toBe("Login successful! 3 previous order(s) linked to your account.");
});

test.each([
  ["at once", 0, 0, 0],
  ["after the delay that was asked for", 0, 500, 500],
  ["when the message about linked orders could be read", 2, 0, 2_000],
  ["no sooner with a short delay", 2, 500, 2_000],
])("goes on %s", (_when, linkedCount, delayMs, expected) => {
  goOnSignedIn({ redirectTo: "/dashboard", linkedCount }, delayMs);
  if (expected > 0) {
    jest.advanceTimersByTime(expected - 1);
    expect(replace).not.toHaveBeenCalled();
  }
  jest.advanceTimersByTime(1);
  expect(replace).toHaveBeenCalledWith("/dashboard");
});

test("a page that is left earlier stays where it is", () => {
  goOnSignedIn({ redirectTo: "/dashboard", linkedCount: 0 }, 500)();
  jest.runAllTimers();
  expect(replace).not.toHaveBeenCalled();
});
