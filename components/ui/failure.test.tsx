/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { Failure } from "@/components/ui/failure";

test("its mark comes with it: what has failed may be the connection", () => {
  render(<Failure>You are offline.</Failure>);
  const mark = screen.getByRole("alert").querySelector("svg");
  expect(mark?.querySelector("use")).toBeNull();
  expect(mark?.childElementCount).toBeGreaterThan(0);
});
