/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { graderFacts } from "@/components/orders/grader-number";
import { FactList } from "@/components/ui/fact-list";

test("the number at the grader leads to the grader's own page about it, which learns nothing of ours", () => {
  render(<FactList facts={graderFacts({ number: "12345", url: "https://grader.example/orders/12345" })} />);
  const link = screen.getByRole("link", { name: "12345 (Look it up at the grader)" });
  expect(link.getAttribute("href")).toBe("https://grader.example/orders/12345");
  expect(link.getAttribute("rel")).toBe("noreferrer");
});

test("where that page is not known the number is text, and without a number there is no line", () => {
  const { container } = render(<FactList facts={graderFacts({ number: "12345", url: null })} />);
  expect(container.textContent).toBe("Grader's submission number12345");
  expect(graderFacts(null)).toEqual([]);
});
