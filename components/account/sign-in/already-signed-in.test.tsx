/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { AlreadySignedIn } from "@/components/account/sign-in/already-signed-in";

beforeEach(() => {
  jest.useFakeTimers();
  window.location.hash = "";
});
afterEach(() => jest.useRealTimers());

/** An address that a page without a browser around it can go to. */
const NEXT = "#dashboard";

test("who is signed in already is led on after 100 to 500 ms", () => {
  render(<AlreadySignedIn email="casey@example.com" to={NEXT} />);
  expect(screen.getByRole("status").textContent).toBe("You are signed in as casey@example.com.");
  act(() => jest.advanceTimersByTime(100));
  expect(window.location.hash).toBe("");
  act(() => jest.advanceTimersByTime(400));
  expect(window.location.hash).toBe(NEXT);
});

test("linked orders are read about first", () => {
  render(<AlreadySignedIn email="casey@example.com" to={NEXT} linkedCount={2} />);
  expect(screen.getByText("Login successful! 2 previous order(s) linked to your account.")).toBeTruthy();
  act(() => jest.advanceTimersByTime(1_999));
  expect(window.location.hash).toBe("");
  act(() => jest.advanceTimersByTime(1));
  expect(window.location.hash).toBe(NEXT);
});
