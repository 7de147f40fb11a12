/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { useScans } from "@/components/staff/desk/use-scans";

const BATCH = "BATCH-MGX2K9QW-7F3K";
const PARCEL = "9400110200881234567890";

const scanned: string[] = [];
const onScan = (text: string) => scanned.push(text);
const early: string[] = [];

/** What the desk has on its page: fields that React holds, a list, a button. */
function Desk({ isBusy = false }) {
  const [shelf, setShelf] = useState("");
  const [tracking, setTracking] = useState("");
  const [batch, setBatch] = useState("");
  useScans({
    onScan,
    onNoLabel: null,
    onLeave: () => {},
    isBusy,
    onCount: (text) => early.push(text),
  });
  return (
    <>
      <input aria-label="Shelf" value={shelf} onChange={(event) => setShelf(event.target.value)} />
      <input
        aria-label="Tracking number"
        data-scan="keep"
        value={tracking}
        onChange={(event) => setTracking(event.target.value)}
      />
      <input
        aria-label="Batch ID"
        data-scan="enter"
        value={batch}
        onChange={(event) => setBatch(event.target.value)}
      />
      <input aria-label="Cards counted" data-scan="count" value="10" onChange={() => {}} />
      <select aria-label="Condition">
        <option>Fine</option>
      </select>
      <button type="button">Undo</button>
    </>
  );
}

/** Types as a scanner does; answers whether the Enter at its end is left to the element. */
function type(target: HTMLElement, text: string): boolean {
  press(target, text);
  return fireEvent.keyDown(target, { key: "Enter" });
}

function press(target: HTMLElement, text: string): void {
  for (const key of text) {
    const isLeft = fireEvent.keyDown(target, { key });
    if (isLeft && target instanceof HTMLInputElement)
      fireEvent.input(target, { target: { value: target.value + key } });
  }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

let rerender: (isBusy: boolean) => void;
beforeEach(() => {
  scanned.length = 0;
  early.length = 0;
  const desk = render(<Desk />);
  rerender = (isBusy) => desk.rerender(<Desk isBusy={isBusy} />);
});

test.each<[string, () => HTMLElement]>([
  ["where nothing has the focus", () => document.body],
  ["on a button, which is not pressed by it", () => screen.getByRole("button")],
  ["in a list to choose from", () => screen.getByRole("combobox")],
])("%s a batch is told to the desk", (_where, target) => {
  expect(type(target(), BATCH)).toBe(false);
  expect(scanned).toEqual([BATCH]);
});

test.each([BATCH, PARCEL])(
  "in a field %s is told to the desk, and what was typed before it stays",
  (code) => {
    expect(type(field("Shelf"), `A-7 ${code}`)).toBe(false);
    expect(scanned).toEqual([code]);
    expect(field("Shelf").value).toBe("A-7 ");
  },
);

test("what is typed into a field is none, and its Enter is the field's", () => {
  expect(type(field("Shelf"), "A-7")).toBe(true);
  expect(scanned).toEqual([]);
  expect(field("Shelf").value).toBe("A-7");
});

test("a carrier's number stays in the field for it, and saves nothing; in the field of codes its form has it", () => {
  expect(type(field("Tracking number"), PARCEL)).toBe(false);
  expect(type(field("Batch ID"), PARCEL)).toBe(true);
  expect(scanned).toEqual([]);
  for (const name of ["Tracking number", "Batch ID"]) expect(field(name).value).toBe(PARCEL);
});

test("a batch is told to the desk from those fields, too", () => {
  for (const name of ["Tracking number", "Batch ID"]) expect(type(field(name), BATCH)).toBe(false);
  expect(scanned).toEqual([BATCH, BATCH]);
  for (const name of ["Tracking number", "Batch ID"]) expect(field(name).value).toBe("");
});

test("a scan is told once, by the page that is open", () => {
  type(document.body, BATCH);
  fireEvent.keyDown(document.body, { key: "Enter" });
  expect(scanned).toEqual([BATCH]);
});

const NEUTRAL: [string, () => HTMLElement][] = [
  ["where nothing has the focus", () => document.body],
  ["in the field of codes", () => field("Batch ID")],
  ["in the field of the count that is being saved", () => field("Cards counted")],
];

describe("a count that is typed while the desk is busy", () => {
  beforeEach(() => rerender(true));

  test.each(NEUTRAL)("%s is handed over when it is busy no more", (_where, target) => {
    press(target(), "3");
    expect(early).toEqual([]);
    rerender(false);
    expect([early, scanned]).toEqual([["3"], []]);
    rerender(true);
    rerender(false);
    expect(early).toEqual(["3"]);
  });

  test.each(NEUTRAL)("%s goes before what is scanned behind it", (_where, target) => {
    expect(type(target(), `3${BATCH}`)).toBe(false);
    expect(scanned).toEqual(["3", BATCH]);
    rerender(false);
    expect(early).toEqual([]);
  });

  test.each(NEUTRAL)("%s with Enter, too", (_where, target) => {
    expect(type(target(), "3")).toBe(false);
    expect(scanned).toEqual(["3"]);
    expect(field("Batch ID").value).toBe("");
  });

  test.each(NEUTRAL)("%s stays when a carrier's number is scanned behind it", (_where, target) => {
    expect(type(target(), `3${PARCEL}`)).toBe(false);
    expect(scanned).toEqual([PARCEL]);
    rerender(false);
    expect(early).toEqual(["3"]);
  });

  test.each(NEUTRAL)("%s is corrected", (_where, target) => {
    press(target(), "34");
    fireEvent.keyDown(target(), { key: "Backspace" });
    rerender(false);
    expect(early).toEqual(["3"]);
  });

  test("is none in a field of something else", () => {
    expect(type(field("Shelf"), "7")).toBe(true);
    press(field("Shelf"), "7");
    rerender(false);
    expect([early, scanned]).toEqual([[], []]);
  });
});

test("what is typed before a scan of a desk that is free is no count", () => {
  type(field("Batch ID"), `3${BATCH}`);
  rerender(true);
  rerender(false);
  expect([early, scanned]).toEqual([[], [BATCH]]);
});
