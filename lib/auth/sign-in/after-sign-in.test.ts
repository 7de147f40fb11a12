/** @jest-environment jsdom */
import { COOKIES_BLOCKED, linkedOrdersMessage, openAfterSignIn } from "@/lib/auth/sign-in/after-sign-in";

/** An address that a page in jsdom can open. */
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
  ["at once", 0, 0, 0],
  ["after the delay that was asked for", 0, 500, 500],
  ["when the message about linked orders could be read", 2, 0, 2_000],
  ["no sooner with a short delay", 2, 500, 2_000],
])("goes on %s", (_when, linkedCount, delayMs, expected) => {
  expect(openAfterSignIn({ redirectTo: NEXT, linkedCount }, delayMs)).toBeUndefined();
  if (expected > 0) {
    jest.advanceTimersByTime(expected - 1);
    expect(window.location.hash).toBe("");
  }
  jest.advanceTimersByTime(1);
  expect(window.location.hash).toBe(NEXT);
});

test("stays on the page and says why when the browser blocks cookies", () => {
  jest.spyOn(document, "cookie", "get").mockReturnValue("");
  expect(openAfterSignIn({ redirectTo: NEXT, linkedCount: 0 })).toBe(COOKIES_BLOCKED);
  jest.runAllTimers();
  expect(window.location.hash).toBe("");
});
