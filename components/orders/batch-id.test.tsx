/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { BatchId } from "@/components/orders/batch-id";

test("a batch ID is text, and a link where a press leads somewhere; both are kept on one line", () => {
  const { rerender } = render(<BatchId name="BATCH-3NA5SDF59-7F3K" />);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("BATCH-3NA5SDF59-7F3K").className).toBe("batch-id");
  rerender(<BatchId name="BATCH-3NA5SDF59-7F3K" href="/dashboard" className="font-medium" />);
  const link = screen.getByRole("link", { name: "BATCH-3NA5SDF59-7F3K" });
  expect(link.getAttribute("href")).toBe("/dashboard");
  expect(link.className).toBe("link batch-id font-medium");
});

test("an ID that is longer than ours may break", () => {
  render(<BatchId name="BATCH-ABCDEFGH23456789-WXYZ" />);
  expect(screen.getByText("BATCH-ABCDEFGH23456789-WXYZ").className).toContain("wrap-anywhere");
});
