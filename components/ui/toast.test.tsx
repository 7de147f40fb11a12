/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { showToast, Toaster } from "@/components/ui/toast";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const SIGNS = { success: "circle-check", danger: "circle-x", info: "info" };

test.each([
  ["Order updated successfully", "success"],
  ["Failed to update order", "danger"],
  ["File upload mocked - filename saved", "info"],
] as const)("%s comes in the colour and with the sign of %s, and goes after three seconds", (text, tone) => {
  render(<Toaster />);
  act(() => showToast(tone, text));
  const toast = screen.getByText(text).parentElement;
  expect(toast?.className).toContain(tone === "info" ? "bg-accent-soft" : `bg-${tone}-soft`);
  expect(toast?.querySelector("use")?.getAttribute("href")).toBe(`/marks.svg#${SIGNS[tone]}`);
  act(() => jest.advanceTimersByTime(2_999));
  expect(screen.queryByText(text)).not.toBeNull();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByText(text)).toBeNull();
});
