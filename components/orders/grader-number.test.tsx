/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { graderFacts } from "@/components/orders/grader-number";
import { FactList } from "@/components/ui/fact-list";

const LINE = { number: "12345", url: "https://grader.example/orders/12345", late: null };

test("the number at the grader leads to the grader's own page about it, which learns nothing of ours", () => {
  render(<FactList facts={graderFacts([LINE])} />);
  const link = screen.getByRole("link", { name: "12345 (Look it up at the grader)" });
  expect(link.getAttribute("href")).toBe("https://grader.example/orders/12345");
  expect(link.getAttribute("rel")).toBe("noreferrer");
});

test("where that page is not known the number is text, and without a number there is no line", () => {
  const { container } = render(<FactList facts={graderFacts([{ ...LINE, url: null }])} />);
  expect(container.textContent).toBe("Grader's submission number12345");
  expect(graderFacts([])).toEqual([]);
});

test("numbers of cards that went later stand together, each with how many they are", () => {
  const later = (number: string, late: number) => ({ number, url: null, late });
  const { container } = render(<FactList facts={graderFacts([LINE, later("7", 1), later("8", 2)])} />);
  expect(container.textContent).toContain("Grader's number of later cards7 (1 card)8 (2 cards)");
  expect(graderFacts([later("7", 1)])).toHaveLength(1);
});
