/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { CheckInForm } from "@/components/staff/desk/check-in-form";
import { CurrentOrder } from "@/components/staff/desk/current-order";
import { PackageList } from "@/components/staff/desk/packages";
import { useScans } from "@/components/staff/desk/use-scans";
import { UNSAVED_QUESTION } from "@/lib/base/messages";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { type CountingStep, counting } from "@/lib/staff/desk/desk-state";
import { aDeskOrder, aPackage } from "@/sandbox/builders/desk";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("@/components/staff/photos/photo-panel", () => ({ PhotoPanel: () => null }));
jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();
beforeAll(() => {
  withoutLayout();
  withDialogs();
});

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

describe("use scans", () => {
  const BATCH = "BATCH-MGX2K9QW-7F3K";
  const PARCEL = "9400110200881234567890";

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
  ])("passes a batch scanned %s to the desk", (_where, target) => {
    expect(type(target(), BATCH)).toBe(false);
    expect(scanned).toEqual([BATCH]);
  });

  test.each([BATCH, PARCEL])(
    "passes a scan in a field %s to the desk and keeps the text before it",
    (code) => {
      expect(type(field("Shelf"), `A-7 ${code}`)).toBe(false);
      expect(scanned).toEqual([code]);
      expect(field("Shelf").value).toBe("A-7 ");
    },
  );

  const NEUTRAL: [string, () => HTMLElement][] = [
    ["where nothing has the focus", () => document.body],
    ["in the field of codes", () => field("Batch ID")],
    ["in the field of the count that is being saved", () => field("Cards counted")],
  ];

  describe("a count typed while the desk is busy", () => {
    beforeEach(() => rerender(true));

    test.each(NEUTRAL)("passes the count typed %s on as soon as the desk is free", (_where, target) => {
      press(target(), "3");
      expect(early).toEqual([]);
      rerender(false);
      expect([early, scanned]).toEqual([["3"], []]);
      rerender(true);
      rerender(false);
      expect(early).toEqual(["3"]);
    });
  });
});

describe("check in form", () => {
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
  ])("asks before leaving a count that %s", (_, changes) => {
    expect(leaves(changes)).toBe(false);
    expect(confirm.mock.calls).toEqual([[UNSAVED_QUESTION]]);
  });
});

describe("count", () => {
  test.each([
    ["11", "1 missing", "Check in 11 of 12"],
    ["14", "2 extra", "Check in 14 of 12"],
    ["12", "", "Check in"],
    ["", "", "Check in"],
  ])("shows how %j is off while it's typed", (typed, words, button) => {
    const step = counting(aDeskOrder({ num_cards: 12 }), false);
    render(<CheckInForm step={{ ...step, draft: { ...step.draft, typed } }} send={() => {}} />);
    expect(screen.getByRole("status").textContent).toBe(words);
    expect(screen.getByRole("button", { name: button })).toBeTruthy();
  });
});

describe("current order", () => {
  const asked = { kind: "short", qty: 3, status: "accepted", chosen_option: "send_rest", more: 0 } as const;
  const dates = { at: "2026-11-20T10:00:00Z", until: "2026-12-20T10:00:00Z" };

  test("counts only the missing cards that arrive later", () => {
    const order = aDeskOrder({ num_cards: 12, received_count: 9, asked: { ...asked, ...dates } });
    const send = jest.fn();
    render(<CurrentOrder step={counting(order, true, true)} tracking={null} send={send} />);
    expect(screen.getByText(/9 of 12 counted by/).textContent).toContain(
      "The customer is sending 3 more cards. Count only those.",
    );
    expect(screen.getByLabelText("Cards counted in this package")).toBeTruthy();
    expect(screen.getByText("of 3").parentElement?.lastChild?.textContent).toBe("9 of 12 already counted");
    fireEvent.click(screen.getByText("Recount all cards"));
    expect(send).toHaveBeenCalledWith({ type: "recount" });
  });

  test("counts a stopped package only by its own button", () => {
    const send = jest.fn();
    const order = aDeskOrder({ dispute_status: "needs_response" });
    render(
      <CurrentOrder
        step={{ at: "stopped", order, reason: "disputed", isBusy: false }}
        tracking={null}
        send={send}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Count cards anyway" }));
    expect(send.mock.calls).toEqual([[{ type: "count_anyway" }]]);
  });
});

describe("package list", () => {
  const inbound_elsewhere = { id: "order-1", batch_id: "BATCH-BBBBBBBB-BBBB", is_same_owner: false };
  const pack = aPackage({ id: "package-1", sender: "Jnae", notes: "wet", version: 3, inbound_elsewhere });
  const onMatch = jest.fn();

  beforeEach(() => {
    onMatch.mockClear();
  });

  const show = () => render(<PackageList packages={[pack]} onMatch={onMatch} />);

  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  test("saves a package's correction with the version shown and closes the dialog", async () => {
    show();
    press("Edit the package from Jnae");
    const dialog = screen.getByRole("dialog", { name: "Edit package" });
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe("wet");
    fireEvent.change(screen.getByLabelText(/^Sender/), { target: { value: "Jane" } });
    endpoint.answer({ status: 200, body: {} });
    press("Save package");
    await endpoint.settle();
    expect((dialog as HTMLDialogElement).open).toBe(false);
    expect(endpoint.calls).toEqual([
      { path: staffApiPaths.package("package-1"), body: { sender: "Jane", notes: "wet", version: 3 } },
    ]);
  });

  test("asks before it deletes a package, and shows a refusal beside it", async () => {
    show();
    endpoint.answer({ status: 409, body: { code: "package_changed", error: "Somebody was faster." } });
    press("Delete the package from Jnae");
    expect(endpoint.calls).toEqual([]);
    press("Delete package");
    await endpoint.settle();
    screen.getByText("Somebody was faster.");
    expect(endpoint.calls).toEqual([{ path: staffApiPaths.package("package-1"), body: { version: 3 } }]);
  });
});
