/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { PackageList } from "@/components/staff/desk/packages";
import { useScans } from "@/components/staff/desk/use-desk";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { aPackage } from "@/sandbox/builders/desk";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();
beforeAll(() => {
  withoutLayout();
  withDialogs();
});

const onScan = jest.fn();
const onCount = jest.fn();

function Desk({ isBusy = false }) {
  const [shelf, setShelf] = useState("");
  useScans({ onScan, onNoLabel: null, onLeave: () => {}, isBusy, onCount });
  return (
    <>
      <input aria-label="Shelf" value={shelf} onChange={(event) => setShelf(event.target.value)} />
      <input aria-label="Cards counted" data-scan="count" value="10" onChange={() => {}} />
      <button type="button">Undo</button>
    </>
  );
}

describe("use scans", () => {
  const BATCH = "BATCH-MGX2K9QW-7F3K";

  beforeEach(() => jest.clearAllMocks());

  function press(target: HTMLElement, text: string): void {
    for (const key of text) {
      const isLeft = fireEvent.keyDown(target, { key });
      if (isLeft && target instanceof HTMLInputElement)
        fireEvent.input(target, { target: { value: target.value + key } });
    }
  }

  /** Types like a scanner. Returns whether the element still receives the final Enter. */
  function scan(target: HTMLElement, text: string): boolean {
    press(target, text);
    return fireEvent.keyDown(target, { key: "Enter" });
  }

  test.each<[string, () => HTMLElement]>([
    ["where nothing has the focus", () => document.body],
    ["on a button, without clicking it", () => screen.getByRole("button")],
  ])("passes a batch scanned %s to the desk", (_where, target) => {
    render(<Desk />);
    expect(scan(target(), BATCH)).toBe(false);
    expect(onScan.mock.calls).toEqual([[BATCH]]);
  });

  test.each([BATCH, "9400110200881234567890"])(
    "passes a scan typed into a field (%s) to the desk and keeps the text before it",
    (code) => {
      render(<Desk />);
      const shelf = screen.getByLabelText<HTMLInputElement>("Shelf");
      expect(scan(shelf, `A-7 ${code}`)).toBe(false);
      expect(onScan.mock.calls).toEqual([[code]]);
      expect(shelf.value).toBe("A-7 ");
    },
  );

  test("passes a count typed while the desk is busy to the desk once it's free", () => {
    const { rerender } = render(<Desk isBusy />);
    press(screen.getByLabelText("Cards counted"), "3");
    expect(onCount).not.toHaveBeenCalled();
    rerender(<Desk />);
    expect(onCount.mock.calls).toEqual([["3"]]);
    expect(onScan).not.toHaveBeenCalled();
  });
});

test("asks before deleting a package and shows an error beside it", async () => {
  const pack = aPackage({ id: "package-1", sender: "Jane", version: 3 });
  render(<PackageList packages={[pack]} onMatch={() => {}} />);
  endpoint.answer({ status: 409, body: { code: "package_changed", error: "Someone else changed it." } });
  fireEvent.click(screen.getByRole("button", { name: "Delete the package from Jane" }));
  expect(endpoint.calls).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Delete package" }));
  await endpoint.settle();
  screen.getByText("Someone else changed it.");
  expect(endpoint.calls).toEqual([{ path: staffApiPaths.package("package-1"), body: { version: 3 } }]);
});
