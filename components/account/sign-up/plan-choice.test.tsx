/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { PlanChoice } from "@/components/account/sign-up/plan-choice";

test("before a plan is chosen stands what its fee buys where that is no lower rate", () => {
  render(<PlanChoice onChoose={() => {}} />);
  const casual = screen.getByRole("heading", { name: "Casual Collector" }).closest("li");
  expect(casual?.textContent).toMatch(
    /Free shipping and insurance.*That is what its \$29 buys\. The rate is the same as No Commitment's\./,
  );
});

test("each plan can be chosen, and pay-as-you-go is offered at its advertised price", () => {
  const chosen: string[] = [];
  render(<PlanChoice onChoose={(plan) => chosen.push(plan)} />);
  for (const button of screen.getAllByRole("button", { name: /^Choose/ })) fireEvent.click(button);
  expect(chosen).toEqual(["free", "starter", "pro", "elite"]);
  const link = screen.getByRole("link", { name: "Try Pay-As-You-Go" });
  expect(link.getAttribute("href")).toBe("/submit?mode=payg");
  expect(link.parentElement?.textContent).toContain(
    "up to $30/card, the exact price is shown before you pay",
  );
});
