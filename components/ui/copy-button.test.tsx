/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { CopyButton } from "@/components/ui/copy-button";

const copied: string[] = [];
let isRefused = false;

beforeEach(() => {
  copied.length = 0;
  isRefused = false;
  jest.useFakeTimers();
  const writeText = async (text: string) => {
    if (isRefused) throw new Error("not allowed");
    copied.push(text);
  };
  Object.assign(navigator, { clipboard: { writeText } });
});
afterEach(() => jest.useRealTimers());

test.each([
  ["Copied", false, ["BATCH-ABCDEF-2345"]],
  ["Could not copy", true, []],
])("says %s for two seconds", async (said, refused, expected) => {
  isRefused = refused;
  render(<CopyButton text="BATCH-ABCDEF-2345" label="Copy batch ID" />);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy batch ID" })));
  expect(copied).toEqual(expected);
  act(() => jest.advanceTimersByTime(1_999));
  expect(screen.getByRole("button").textContent).toBe(said);
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByRole("button").textContent).toBe("Copy batch ID");
});
