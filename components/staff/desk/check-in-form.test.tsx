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

/** The form of a package of 12 cards; answers what it tells the desk. */
function show(changes: Partial<CountingStep>) {
  const send = jest.fn();
  const step = { ...counting(aDeskOrder({ num_cards: 12 }), false), ...changes };
  render(<CheckInForm step={step} send={send} />);
  return send;
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a box is counted by a press of its own, and the batch by the other", () => {
  const send = show(typed("5"));
  press("Box 1 of 2, more to come");
  press("Check in");
  expect(send.mock.calls).toEqual([
    [{ type: "counted", isMoreToCome: true }],
    [{ type: "counted", isMoreToCome: false }],
  ]);
});

test.each([false, true])(
  "a count that differs and is typed again is of a box where it was before (%s)",
  (isMoreToCome) => {
    const send = show({ ...typed("9"), doubt: { count: 9, isMoreToCome, isFar: false } });
    expect(screen.getByText("9 differs: type it again.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Yes/ })).toBeNull();
    press("Check in");
    expect(send.mock.calls).toEqual([[{ type: "counted", isMoreToCome }]]);
  },
);

test("far more cards than were paid are taken by a press that names their number", () => {
  const send = show({ doubt: { count: 9400, isMoreToCome: false, isFar: true } });
  expect(screen.getByText("9,400 is far more than that.")).toBeTruthy();
  press("Yes, 9,400 cards are here");
  expect(send.mock.calls).toEqual([[{ type: "counted", isMoreToCome: false, isSure: true }]]);
});

test.each([
  ["unreadable", "Please enter how many cards you counted."],
  ["code", "This is a code, not a count. Please enter how many cards you counted."],
] as const)("what is no count (%s) is said at its field, which is ready for another", (problem, words) => {
  show({ problem });
  expect(screen.getByText(words)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Cards counted"));
});
