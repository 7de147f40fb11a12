/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { Hero } from "@/components/site/hero";

test("beside the sum stands what is lost by trying it, and no screen reader hears it again with every digit", () => {
  render(<Hero />);
  const safety = screen.getByText("Cancel a batch before you ship it, and its whole price comes back.");
  expect(safety.closest("form")).toBeTruthy();
  expect(screen.getByRole("status").contains(safety)).toBe(false);
});
