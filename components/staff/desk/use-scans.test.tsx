/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { useScans } from "@/components/staff/desk/use-scans";

const BATCH = "BATCH-MGX2K9QW-7F3K";
const PARCEL = "9400110200881234567890";

const scanned: string[] = [];
const onScan = (text: string) => scanned.push(text);

/** What the desk has on its page: fields that React holds, a list, a button. */
function Desk() {
  const [shelf, setShelf] = useState("");
  const [tracking, setTracking] = useState("");
  const [batch, setBatch] = useState("");
  useScans({ onScan, onNoLabel: null, onLeave: () => {} });
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
      <select aria-label="Condition">
        <option>Fine</option>
      </select>
      <button type="button">Undo</button>
    </>
  );
}

/** Types as a scanner does; answers whether the Enter at its end is left to the element. */
function type(target: HTMLElement, text: string): boolean {
  for (const key of text) {
    const isLeft = fireEvent.keyDown(target, { key });
    if (isLeft && target instanceof HTMLInputElement)
      fireEvent.input(target, { target: { value: target.value + key } });
  }
  return fireEvent.keyDown(target, { key: "Enter" });
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

beforeEach(() => {
  scanned.length = 0;
  render(<Desk />);
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
