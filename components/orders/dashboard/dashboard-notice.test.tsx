/** @jest-environment jsdom */
import { act, cleanup, render, screen } from "@testing-library/react";
import { DashboardNotice } from "@/components/orders/dashboard/dashboard-notice";
import { Alert } from "@/components/ui/alert";
import { savePendingNotice } from "@/lib/orders/checkout/pending-notice";

/** The address is changed in the next turn. */
const pass = () => act(() => jest.advanceTimersByTime(0));

test("orders that a sign-in has linked are told for ten seconds, and a shared address does not tell it again", () => {
  jest.useFakeTimers();
  history.replaceState(null, "", "/dashboard?tab=all&linked=2");
  const linked = (
    <Alert tone="success" isLive>
      linked
    </Alert>
  );
  render(<DashboardNotice batchIds="" linked={linked} />);
  expect(screen.getByRole("status").textContent).toBe("linked");
  pass();
  expect(location.search).toBe("?tab=all");
  act(() => jest.advanceTimersByTime(9_999));
  expect(screen.getByRole("status")).toBeTruthy();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByRole("status")).toBeNull();
  jest.useRealTimers();
});

test("a browser that cannot count an address's values takes them out all the same, and only those", () => {
  jest.useFakeTimers();
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, "size");
  Object.defineProperty(URLSearchParams.prototype, "size", { configurable: true, value: undefined });
  const replace = jest.spyOn(history, "replaceState");
  try {
    history.replaceState(null, "", "/dashboard?tab=all&refresh=1");
    render(<DashboardNotice batchIds="" linked={null} />);
    pass();
    expect(location.search).toBe("?tab=all");
    cleanup();
    // As somebody may have written it: a look at the values would write it anew.
    history.replaceState(null, "", "/dashboard?q=a%20b");
    replace.mockClear();
    render(<DashboardNotice batchIds="" linked={null} />);
    pass();
    expect(location.search).toBe("?q=a%20b");
    expect(replace).not.toHaveBeenCalled();
  } finally {
    jest.useRealTimers();
    replace.mockRestore();
    if (size) Object.defineProperty(URLSearchParams.prototype, "size", size);
    else Reflect.deleteProperty(URLSearchParams.prototype, "size");
  }
});

test.each([
  [["BATCH-A"], "Your submission BATCH-A is paid and on your dashboard."],
  [[], /^Your submission BATCH-A is paid\. It isn't in this account yet\./],
])("the batch just paid is named on one line, with %j on the dashboard", async (batchIds, words) => {
  savePendingNotice("BATCH-A");
  render(<DashboardNotice batchIds={batchIds.join(" ")} linked={null} />);
  expect((await screen.findByRole("status")).textContent).toEqual(
    typeof words === "string" ? words : expect.stringMatching(words),
  );
  expect(screen.getByText("BATCH-A").className).toBe("batch-id");
});
