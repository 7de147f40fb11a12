/** @jest-environment jsdom */
import { act, renderHook } from "@testing-library/react";
import { useQueryDropped } from "@/components/ui/use-query-dropped";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = () => act(() => jest.advanceTimersByTime(0));
const address = () => location.href.slice(location.origin.length);

test.each([
  ["/submit?mode=payg&left=1&cards=30", "/submit?mode=payg"],
  ["/submit?cards=30", "/submit"],
  ["/submit?left=1#main", "/submit#main"],
])("%s becomes %s", (from, to) => {
  history.replaceState(null, "", from);
  renderHook(() => useQueryDropped("left", "cards"));
  pass();
  expect(address()).toBe(to);
});

test("the router takes the new address over: it gets a state that is not its own, after its own set-up", () => {
  history.replaceState({ __NA: true }, "", "/submit?left=1");
  const replaced = jest.spyOn(history, "replaceState");
  renderHook(() => useQueryDropped("left", "cards"));
  expect(replaced).not.toHaveBeenCalled();
  pass();
  expect(replaced).toHaveBeenCalledTimes(1);
  expect(replaced.mock.calls[0]?.[0]).toBeNull();
  replaced.mockRestore();
});

test("an address without them is left alone, and so is that of the next page", () => {
  history.replaceState(null, "", "/submit?mode=payg");
  const replaced = jest.spyOn(history, "replaceState");
  renderHook(() => useQueryDropped("left", "cards"));
  pass();
  expect(replaced).not.toHaveBeenCalled();
  replaced.mockRestore();
  history.replaceState(null, "", "/submit?left=1");
  const { unmount } = renderHook(() => useQueryDropped("left", "cards"));
  unmount();
  pass();
  expect(address()).toBe("/submit?left=1");
});
