/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { CheckInForm } from "@/components/staff/desk/check-in-form";
import { UNSAVED_QUESTION } from "@/lib/base/unsaved-question";
import { type CountingStep, counting } from "@/lib/staff/desk/desk-state";
import { aDeskOrder } from "@/sandbox/builders/desk";

const confirm = jest.spyOn(window, "confirm").mockReturnValue(false);
beforeEach(() => confirm.mockClear());

/** Presses a link beside the form; answers whether the page was left. */
function leaves(changes: Partial<CountingStep>): boolean {
  const step = { ...counting(aDeskOrder({ num_cards: 12 }), false), ...changes };
  render(
    <>
      <a href="/admin">Orders</a>
      <a href="/admin/receive?asides_after=1" data-stays="" onClick={(event) => event.preventDefault()}>
        Newer
      </a>
      <CheckInForm step={step} send={() => {}} />
    </>,
  );
  return fireEvent.click(screen.getByRole("link", { name: "Orders" }));
}
const typed = (text: string) => ({ draft: { typed: text, shelf: "", condition: "ok" as const } });

test.each<[string, Partial<CountingStep>]>([
  ["is typed, as that of the last package is,", typed("12")],
  ["is in doubt", { doubt: { count: 9, isMoreToCome: false, isFar: false } }],
  ["is being saved", { ...typed("12"), isBusy: true }],
])("a count that %s is not left without a question", (_, changes) => {
  expect(leaves(changes)).toBe(false);
  expect(confirm.mock.calls).toEqual([[UNSAVED_QUESTION]]);
});

test("of a package whose count is not begun nothing is lost, and nothing is asked", () => {
  leaves(typed(" "));
  expect(confirm).not.toHaveBeenCalled();
});

test("a later page of the desk's lists takes nothing away", () => {
  leaves(typed("12"));
  confirm.mockClear();
  fireEvent.click(screen.getByRole("link", { name: "Newer" }));
  expect(confirm).not.toHaveBeenCalled();
});
