/** @jest-environment jsdom */
import { render, screen, within } from "@testing-library/react";
import { NumbersScreen } from "@/components/staff/numbers/numbers-screen";
import type { Numbers } from "@/lib/staff/numbers/schema";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { aDay, someNumbers } from "@/sandbox/builders/numbers";

jest.mock("next/navigation", () => ({ usePathname: () => "/admin/numbers" }));
beforeAll(withoutLayout);

const show = (changes: Partial<Numbers> = {}) =>
  render(<NumbersScreen numbers={someNumbers(changes)} now={new Date("2026-11-23T12:00:00Z")} />);

const oldest = {
  order_id: "00000000-0000-4000-8000-000000000001",
  batch_id: "BATCH-ABCDEF-1234",
  // The evening of the day before, where the business is.
  since: "2026-11-04T04:00:00Z",
};
const busy: Partial<Numbers> = {
  days: [aDay("2026-11-20", { revenue_cents: 75_050, paid_batches: 1, paid_cards: 30 })],
  steps: [{ step: "pending", batches_before: 0, cards_before: 0, oldest }],
  step_changes: [{ day: "2026-11-20", step: "pending", batches: 1, cards: 30 }],
  turnaround: [{ day: "2026-11-20", business_days: 9, batches: 2 }],
  late: { count: 2, is_more: false },
};

test("a new shop is told when its numbers begin", () => {
  show({ summed_until: null });
  expect(screen.getByRole("heading", { name: "No numbers yet" })).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

test("each number has its figure, a picture with words, a table of the same weeks and its rows", () => {
  show(busy);
  const panel = screen.getByRole("region", { name: "Revenue of batches" }).parentElement as HTMLElement;
  const figures = within(screen.getByRole("region", { name: "Revenue of batches" }));
  expect(figures.getByText("$750.50")).toBeTruthy();
  expect(figures.getByText("30 days before: $0.00")).toBeTruthy();
  const picture = within(panel).getByRole("img", { name: "Revenue of batches, week by week" });
  expect(picture.querySelector("desc")?.textContent).toBe(
    "Lowest $0.00 (Aug 25 – Aug 31), highest $750.50 (Nov 17 – Nov 23), last $750.50 (Nov 17 – Nov 23).",
  );
  expect(picture.querySelectorAll("rect")).toHaveLength(1);
  const table = within(panel).getByRole("table", { hidden: true });
  const rows = within(table).getAllByRole("row", { hidden: true });
  expect(rows).toHaveLength(14);
  // The newest week is the first one.
  expect(rows[1]?.textContent).toBe("Nov 17 – Nov 23130$750.50");
  expect(within(panel).getByRole("link", { name: "Paid batches" }).getAttribute("href")).toBe(
    "/admin?payment=paid",
  );
});

test("two lines are told apart in words and by their strokes, also where they are the same", () => {
  const said = jest.spyOn(console, "error").mockImplementation(() => undefined);
  show(busy);
  const picture = screen.getByRole("img", { name: "Turnaround, week by week" });
  expect(picture.querySelector("desc")?.textContent).toMatch(/^Median: 9 business days .*90th percentile: /);
  const lines = [...picture.querySelectorAll("g > path:first-child")];
  expect(lines.map((line) => line.getAttribute("stroke-dasharray"))).toEqual([null, "5 4"]);
  // The one week that there is shows as a dot of each.
  const dots = [...picture.querySelectorAll("g > path + path")];
  expect(dots.map((dot) => [dot.getAttribute("d"), dot.getAttribute("stroke-width")])).toEqual([
    [expect.stringMatching(/^M[\d.,]+Z$/), "8"],
    [expect.stringMatching(/^M[\d.,]+Z$/), "5"],
  ]);
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});

test("of what did not happen in any week there are words in place of an empty picture, and the table", () => {
  show(busy);
  expect(screen.queryByRole("img", { name: "Refunds, week by week" })).toBeNull();
  const panel = screen.getByRole("region", { name: "Refunds" }).parentElement as HTMLElement;
  expect(within(panel).getByText("Nothing in these weeks.")).toBeTruthy();
  expect(within(panel).getByRole("table", { hidden: true })).toBeTruthy();
});

test("a step shows what it holds, and leads to its batches and to the oldest one", () => {
  show(busy);
  const step = screen.getByRole("link", { name: "Paid, cards not here" }).closest("li") as HTMLElement;
  expect(step.textContent).toContain("30 cards in 1 batch");
  expect(step.textContent).toContain("20 days, since Nov 3, 2026");
  expect(within(step).getByRole("link", { name: "BATCH-ABCDEF-1234" }).getAttribute("href")).toBe(
    `/admin/order/${oldest.order_id}`,
  );
});

test("none waits in a step that holds none; of one whose batches have moved on since the sums nothing is said", () => {
  show({ ...busy, steps: [] });
  const words = (name: string) => screen.getByRole("link", { name }).closest("li")?.textContent;
  expect(words("Paid, cards not here")).not.toContain("None waits");
  expect(words("At the grader")).toContain("None waits");
});

test("a promise that was kept to all that left does not hide what is late and has not", () => {
  show(busy);
  const promise = within(screen.getByRole("region", { name: "Promise kept" }));
  expect(promise.getByText("100%")).toBeTruthy();
  expect(promise.getByText("2 not sent back yet are late")).toBeTruthy();
});

test("while former days are still summed up it says so", () => {
  const { rerender } = show({ ...busy, stale_days: 3 });
  expect(screen.getByText(/3 earlier days still to be added up/)).toBeTruthy();
  rerender(<NumbersScreen numbers={someNumbers(busy)} now={new Date()} />);
  expect(screen.queryByText(/still to be added up/)).toBeNull();
});
