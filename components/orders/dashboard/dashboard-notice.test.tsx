/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { DashboardNotice } from "@/components/orders/dashboard/dashboard-notice";

test("orders that a sign-in has linked are told for ten seconds, and a shared address does not tell it again", () => {
  jest.useFakeTimers();
  history.replaceState(null, "", "/dashboard?tab=all&linked=2");
  render(<DashboardNotice batchIds={[]} linkedCount={2} />);
  expect(screen.getByRole("status").textContent).toBe(
    "Login successful! 2 previous order(s) linked to your account.",
  );
  expect(location.search).toBe("?tab=all");
  act(() => jest.advanceTimersByTime(9_999));
  expect(screen.getByRole("status")).toBeTruthy();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByRole("status")).toBeNull();
  jest.useRealTimers();
});
