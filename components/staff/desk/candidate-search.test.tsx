/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { CandidateSearch } from "@/components/staff/desk/candidate-search";
import { aDeskOrder } from "@/sandbox/builders/desk";

const kept = {
  at: "searching",
  text: "Ada Moth",
  nth: 1,
  found: null,
  isBusy: true,
  matching: null,
} as const;
const field = () => screen.getByLabelText("Search");

function show(step: Parameters<typeof CandidateSearch>[0]["step"]) {
  const send = jest.fn();
  render(<CandidateSearch step={step} send={send} />);
  return send;
}
/** As Enter does in a browser, which presses the form's button. */
const enter = () => fireEvent.click(screen.getByRole("button", { name: /^Search/ }));

test("other words are searched for while the first ones still are", () => {
  const send = show(kept);
  fireEvent.change(field(), { target: { value: "Bo Finch" } });
  enter();
  expect(send).toHaveBeenCalledWith({ type: "searched", text: "Bo Finch" });
});

test("the same words are searched for once", () => {
  const send = show(kept);
  enter();
  expect(send).not.toHaveBeenCalled();
});

test("nothing is searched for while the package is being matched", () => {
  const send = show({ ...kept, found: [aDeskOrder({})] });
  fireEvent.change(field(), { target: { value: "Bo Finch" } });
  enter();
  expect(send).not.toHaveBeenCalled();
});
