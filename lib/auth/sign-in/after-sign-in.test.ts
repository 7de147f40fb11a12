/** @jest-environment jsdom */
import { COOKIES_BLOCKED, linkedOrdersMessage, openAfterSignIn } from "@/lib/auth/sign-in/after-sign-in";

/** A URL that jsdom can navigate to. */
const NEXT = "#dashboard";

beforeEach(() => {
  jest.useFakeTimers();
  window.location.hash = "";
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test("mentions linked orders only when there are some", () => {
  expect(linkedOrdersMessage(0)).toBeNull();
  expect(linkedOrdersMessage(3)).toBe("Login successful! 3 previous order(s) linked to your account.");
});

test.each([
  ["immediately", 0, 0, 0],
  ["after the requested delay", 0, 500, 500],
  ["after two seconds to read about linked orders", 2, 0, 2_000],
  ["after two seconds despite a shorter delay", 2, 500, 2_000],
])("continues %s", (_when, linkedCount, delayMs, expected) => {
  expect(openAfterSignIn({ redirectTo: NEXT, linkedCount }, delayMs)).toBeUndefined();
  if (expected > 0) {
    jest.advanceTimersByTime(expected - 1);
    expect(window.location.hash).toBe("");
  }
  jest.advanceTimersByTime(1);
  expect(window.location.hash).toBe(NEXT);
});

test("stays on the page and explains why when the browser blocks cookies", () => {
  jest.spyOn(document, "cookie", "get").mockReturnValue("");
  expect(openAfterSignIn({ redirectTo: NEXT, linkedCount: 0 })).toBe(COOKIES_BLOCKED);
  jest.runAllTimers();
  expect(window.location.hash).toBe("");
});
