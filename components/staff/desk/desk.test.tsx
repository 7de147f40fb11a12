/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { CandidateSearch } from "@/components/staff/desk/candidate-search";
import { CheckInForm } from "@/components/staff/desk/check-in-form";
import { OrderAtHand } from "@/components/staff/desk/order-at-hand";
import { PackageList } from "@/components/staff/desk/package-list";
import { SetAsideList } from "@/components/staff/desk/set-aside-list";
import { useScans } from "@/components/staff/desk/use-scans";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { UNSAVED_QUESTION } from "@/lib/base/unsaved-question";
import { type CountingStep, counting } from "@/lib/staff/desk/desk-state";
import type { PackageChange, SetAsideRow } from "@/lib/staff/desk/receiving-desk";
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
});

describe("candidate search", () => {
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
});

describe("order at hand", () => {
  const asked = { kind: "short", qty: 3, status: "accepted", chosen_option: "send_rest", more: 0 } as const;
  const dates = { at: "2026-11-20T10:00:00Z", until: "2026-12-20T10:00:00Z" };
  function show(changes: Parameters<typeof aDeskOrder>[0]) {
    const send = jest.fn();
    const order = aDeskOrder({ num_cards: 12, received_count: 9, ...changes });
    render(<OrderAtHand step={{ at: "received", order }} tracking={null} send={send} />);
    return send;
  }

  test("the rest that its owner sends is counted alone", () => {
    const order = aDeskOrder({ num_cards: 12, received_count: 9, asked: { ...asked, ...dates } });
    const send = jest.fn();
    render(<OrderAtHand step={counting(order, true, true)} tracking={null} send={send} />);
    expect(screen.getByText(/9 of 12 cards were counted/).textContent).toContain(
      "Its owner sends 3 cards more: count these alone.",
    );
    expect(screen.getByLabelText("Cards counted in the rest")).toBeTruthy();
    expect(screen.getByText("of 3").nextElementSibling?.textContent).toBe("9 of 12 counted before");
    fireEvent.click(screen.getByText("Count all again"));
    expect(send).toHaveBeenCalledWith({ type: "recount" });
  });

  test("with something against the batch its rest is counted by a press of its own", () => {
    const send = show({ asked: { ...asked, ...dates }, dispute_status: "needs_response" });
    fireEvent.click(screen.getByText("Count the rest"));
    expect(send).toHaveBeenCalledWith({ type: "recount", isRest: true });
  });

  test("where nothing more is promised there is no rest", () => {
    show({ asked: { ...asked, ...dates, chosen_option: "refund" } });
    expect(screen.queryByText(/the rest|more: count/)).toBeNull();
  });

  test("cards whose money went back are not expected", () => {
    show({ refunded_cents: 7500, cards_expected: 9 });
    expect(screen.getByText(/cards were counted/).textContent).toContain("9 of 9 cards were counted");
    expect(screen.getByText("Cards expected").nextElementSibling?.textContent).toBe("9");
  });

  test("what stands against a batch is said of its second box, too", () => {
    show({ dispute_status: "needs_response" });
    expect(screen.getByText("The payment of this batch is disputed")).toBeTruthy();
  });

  test.each([
    [{ payment_status: "unpaid" as const }, /write to the customer before it is opened/],
    [{ dispute_status: "needs_response" }, /until the dispute is over/],
    // Counted after its request was declined, and that was taken back.
    [{ cancel_requested_at: dates.at }, /refund the batch, or go on with it and tell the customer/],
    [
      { payment_status: "canceled" as const, refunded_cents: 25_000 },
      /its cards go back ungraded, and its customer is told by email/,
    ],
  ])("with %j against a package it says what is done with it", (changes, words) => {
    show(changes);
    expect(screen.getByText(words)).toBeTruthy();
  });

  test.each([
    [null, true],
    ["1Z1", true],
    // Of the number that was scanned just now nobody has asked yet.
    ["1Z2", false],
  ])("another batch with the stored number is named while %j was scanned: %s", (tracking, isNamed) => {
    const inbound_elsewhere = { id: "1", batch_id: "BATCH-BBBBBBBB-BBBB", is_same_owner: false };
    const step = counting(aDeskOrder({ inbound_tracking: "1Z1", inbound_elsewhere }), false);
    render(<OrderAtHand step={step} tracking={tracking} send={() => {}} />);
    expect(screen.queryByText(/^BATCH-BBBBBBBB-BBBB of another customer/) !== null).toBe(isNamed);
  });

  test.each([
    [null, [], "Waiting for the cards"],
    ["2026-11-20T12:00:00Z", [], "Here, unopened"],
    ["2026-11-20T12:00:00Z", [4], "Counted in part"],
  ])("a package that came at %j, after boxes of %j, reads %s", (arrived_at, box_counts, words) => {
    const is_counted_in_part = box_counts.length > 0;
    const step = counting(aDeskOrder({ arrived_at, box_counts, is_counted_in_part }), false);
    render(<OrderAtHand step={step} tracking={null} send={() => {}} />);
    expect(screen.getByText(words)).toBeTruthy();
  });

  test("a package that something stands against is counted by a press of its own", () => {
    const send = jest.fn();
    const order = aDeskOrder({ dispute_status: "needs_response" });
    render(
      <OrderAtHand
        step={{ at: "stopped", order, reason: "disputed", isBusy: false }}
        tracking={null}
        send={send}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Count anyway" }));
    expect(send.mock.calls).toEqual([[{ type: "count_anyway" }]]);
  });
});

describe("package list", () => {
  const inbound_elsewhere = { id: "order-1", batch_id: "BATCH-BBBBBBBB-BBBB", is_same_owner: false };
  const pack = aPackage({ id: "package-1", sender: "Jnae", notes: "wet", version: 3, inbound_elsewhere });
  const change: PackageChange = {
    id: "change-1",
    kind: "delete",
    sender: "Sam",
    tracking_number: null,
    actor_email: "staff1@slabrelay.test",
    created_at: "2026-08-20T12:00:00+00:00",
  };
  const onMatch = jest.fn();

  beforeEach(() => {
    onMatch.mockClear();
  });

  const show = (packages = [pack], oldestHref: string | null = null) =>
    render(<PackageList packages={packages} changes={[change]} oldestHref={oldestHref} onMatch={onMatch} />);

  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  test("a package is corrected over the version that was shown, and the dialog closes", async () => {
    show();
    press("Edit the package of Jnae");
    const dialog = screen.getByRole("dialog", { name: "Correct the package" });
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

  test("who was slower sees what the other one noted, and the next press is over it", async () => {
    show();
    press("Edit the package of Jnae");
    const newer = { ...pack, sender: "June", shelf_location: "C-4", version: 4 };
    endpoint.answer({ status: 409, body: { code: "package_changed", error: "Changed.", package: newer } });
    press("Save package");
    await endpoint.settle();
    screen.getByText("June, C-4, wet");
    endpoint.answer({ status: 200, body: {} });
    press("Save package");
    await endpoint.settle();
    expect(screen.queryByText("June, C-4, wet")).toBeNull();
    expect(endpoint.calls.map(({ body }) => (body as { version: number }).version)).toEqual([3, 4]);
  });

  test.each([
    ["Delete the package of Jnae", staffApiPaths.package("package-1"), { version: 3 }],
    ["Undo: Deleted the package of Sam", staffApiPaths.undoPackage("change-1"), {}],
  ])("%s is one press; a refusal stands beside it", async (name, path, body) => {
    show();
    endpoint.answer({ status: 409, body: { code: "package_changed", error: "Somebody was faster." } });
    press(name);
    await endpoint.settle();
    screen.getByText("Somebody was faster.");
    expect(endpoint.calls).toEqual([{ path, body }]);
  });

  test("a package whose number a batch has names it", () => {
    show();
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "BATCH-BBBBBBBB-BBBB" });
    expect(link.getAttribute("href")).toBe(staffPaths.order("order-1"));
  });

  test("a package is matched where the desk searches", () => {
    show();
    press("Match the package of Jnae");
    expect(onMatch).toHaveBeenCalledWith(pack);
  });

  test("where none is left every package has its batch; on a later page alone it leads back to the oldest", () => {
    const { rerender } = show([]);
    expect(screen.getByText("None. Every package has its batch.")).toBeTruthy();
    rerender(<PackageList packages={[]} changes={[]} oldestHref="/admin/receive" onMatch={onMatch} />);
    expect(screen.queryByText(/Every package has its batch/)).toBeNull();
    expect(screen.getByRole("link", { name: "Back to the oldest" }).getAttribute("href")).toBe(
      "/admin/receive",
    );
  });
});

describe("set aside list", () => {
  const row: SetAsideRow = {
    order_id: "order-1",
    batch_id: "BATCH-MGX2K9QW-7F3K",
    customer_name: "Jane Collector",
    email: "jane@example.com",
    payment_status: "unpaid",
    shelf_location: "X-1",
    reason: "unpaid",
    note: "wet on one side",
    set_aside_at: "2026-11-20T12:00:00+00:00",
    set_aside_by: "staff1@slabrelay.test",
    asked_note: null,
    asked_at: null,
    asked_by: null,
  };
  const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  beforeEach(() => {
    render(<SetAsideList rows={[row]} />);
  });

  test("a row says whose it is, where it lies, and what was noted", () => {
    const text = screen.getByRole("row", { name: /BATCH-MGX2K9QW-7F3K/ }).textContent;
    for (const part of ["Jane Collector, jane@example.com", "X-1", "wet on one side"])
      expect(text).toContain(part);
  });

  test("who was asked what is noted behind the day, and the dialog closes", async () => {
    press(`Asked about ${row.batch_id}`);
    expect(note().value).toMatch(/^Asked the customer on \w{3} \d+, \d{4}: $/);
    fireEvent.change(note(), { target: { value: " " } });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save note" }).disabled).toBe(true);
    fireEvent.change(note(), { target: { value: "Pay or send back?" } });
    endpoint.answer({
      status: 409,
      body: { code: "set_aside_changed", error: "It is not set aside any more." },
    });
    press("Save note");
    await endpoint.settle();
    screen.getByText("It is not set aside any more.");
    expect(note().value).toBe("Pay or send back?");
    endpoint.answer({ status: 200, body: {} });
    press("Save note");
    await endpoint.settle();
    expect(screen.queryByRole("dialog")).toBeNull();
    const sent = {
      path: staffApiPaths.setAside("order-1"),
      body: { action: "asked", note: "Pay or send back?" },
    };
    expect(endpoint.calls).toEqual([sent, sent]);
  });

  test("takes a row off the list with one click and shows a refusal beside it", async () => {
    endpoint.answer({ status: 409, body: { code: "set_aside_changed", error: "Somebody was faster." } });
    press(`Take off: ${row.batch_id}`);
    await endpoint.settle();
    screen.getByText("Somebody was faster.");
    expect(endpoint.calls).toEqual([{ path: staffApiPaths.setAside("order-1"), body: { action: "end" } }]);
  });
});
