/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemberTable } from "@/components/staff/grader-shipments/member-table";
import { OpenShipmentForm } from "@/components/staff/grader-shipments/open-shipment-form";
import { SeenShipment, ShipmentConflict } from "@/components/staff/grader-shipments/seen-shipment";
import { ShipmentsScreen } from "@/components/staff/grader-shipments/shipments-screen";
import { CloseShipmentForm } from "@/components/staff/grader-shipments/step-forms";
import type { GraderDesk } from "@/lib/staff/grader-shipments/grader-shipment";
import { aGraderShipment, aShipmentMember } from "@/sandbox/builders/desk";
import { navigation } from "@/sandbox/builders/navigation";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { aStaffOrder } from "@/sandbox/builders/order";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();
beforeAll(withoutLayout);

describe("shipments screen", () => {
  const none: GraderDesk = {
    staff_role: "staff",
    live: [],
    back: [],
    next_before: null,
    ready: [],
    ready_total: { count: 0, is_more: false },
    outside: { count: 0, is_more: false, cards: 0 },
  };
  const show = (changes: Partial<GraderDesk> = {}) =>
    render(<ShipmentsScreen desk={{ ...none, ...changes }} isFirst />).container;

  test.each([
    [{ count: 1, is_more: false, cards: 1 }, "1 batch (1 card) is at the grader but not in a shipment."],
    [
      { count: 4, is_more: false, cards: 57 },
      "4 batches (57 cards) are at the grader but not in a shipment.",
    ],
    [{ count: 1000, is_more: true, cards: 9 }, "1,000+ batches are at the grader but not in a shipment."],
    [{ count: 1, is_more: true, cards: 9 }, "1+ batches are at the grader but not in a shipment."],
    [{ count: 0, is_more: true, cards: 0 }, "So far, every batch at the grader is in a shipment."],
  ])("counts the batches at the grader outside a shipment: %j", (outside, words) => {
    expect(show({ outside }).textContent).toContain(words);
    expect(screen.getByRole("link", { name: "Show all at the grader" }).getAttribute("href")).toBe(
      "/admin?view=at_grader",
    );
  });

  test("mentions no batches outside a shipment when there are none", () => {
    expect(show().textContent).not.toContain("outside a shipment");
  });

  test.each([
    [[], { count: 0, is_more: false }, "Nothing is ready for the grader"],
    [
      [aStaffOrder({ num_cards: 12, received_count: 11 })],
      { count: 1, is_more: false },
      "11 cards in 1 batch are ready",
    ],
    [[aStaffOrder()], { count: 60, is_more: false }, "60 batches are ready"],
  ])("leads with what is ready (%#)", (ready, ready_total, title) => {
    show({ ready, ready_total });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  });

  test("shows open shipments as in progress, and no empty section", () => {
    show({ live: [aGraderShipment({ step: "open" })] });
    const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(["Shipments in progress"]);
  });
});

describe("open shipment form", () => {
  test("suggests the configured graders", () => {
    const html = renderToStaticMarkup(<OpenShipmentForm grader="PSA" graders={["PSA", "BGS"]} />);
    const list = html.match(/list="([^"]+)"/)?.[1];
    expect(html).toContain(
      `<datalist id="${list}"><option value="PSA"></option><option value="BGS"></option></datalist>`,
    );
  });
});

describe("close shipment form", () => {
  const refresh = jest.fn();
  beforeEach(() => void Object.assign(navigation, { refresh }));

  const CHANGED = "Someone else changed this shipment. Review it, then try again.";
  const OPEN = aGraderShipment({ id: 7, version: 3, batches: 2, cards: 60 });

  const screenOf = (step: "open" | "closed") => (
    <SeenShipment version={OPEN.version}>
      <ShipmentConflict />
      {step === "open" ? <CloseShipmentForm shipment={OPEN} /> : <p>Closed</p>}
    </SeenShipment>
  );
  const cards = () => screen.getByLabelText<HTMLInputElement>("Cards declared to the grader");
  const press = () => fireEvent.click(screen.getByRole("button", { name: "Close shipment" }));

  test("reports a conflict and keeps it on screen with the newer shipment", async () => {
    const { rerender } = render(screenOf("open"));
    endpoint.answer({ status: 409, body: { code: "shipment_changed", error: CHANGED } });
    fireEvent.change(cards(), { target: { value: "60" } });
    press();
    await endpoint.settle();
    screen.getByText(CHANGED);
    rerender(screenOf("closed"));
    expect(screen.getAllByText(CHANGED)).toHaveLength(1);
  });

  test("clears a conflict message with the next action", async () => {
    render(screenOf("open"));
    endpoint.answer({ status: 409, body: { code: "shipment_changed", error: CHANGED } });
    fireEvent.change(cards(), { target: { value: "60" } });
    press();
    await endpoint.settle();
    screen.getByText(CHANGED);
    endpoint.answer({
      status: 409,
      body: { code: "shipment_empty", error: "This shipment has no batches." },
    });
    press();
    await endpoint.settle();
    screen.getByText("This shipment has no batches.");
    expect(screen.queryByText(CHANGED)).toBeNull();
  });

  test("keeps what was typed before the script loaded", async () => {
    const container = serverRendered(screenOf("open"));
    cards().value = "60";
    render(screenOf("open"), { container, hydrate: true });
    endpoint.answer({ status: 200, body: {} });
    press();
    await endpoint.settle();
    expect(endpoint.calls).toHaveLength(1);
    expect(endpoint.calls[0]?.body).toMatchObject({ cards: 60, version: 3 });
  });

  test("asks for a differing number again in an empty field", async () => {
    render(screenOf("open"));
    endpoint.answer({ status: 409, body: { code: "cards_differ", error: "60 were counted here." } });
    fireEvent.change(cards(), { target: { value: "59" } });
    press();
    await endpoint.settle();
    screen.getByText("60 were counted here.");
    expect(cards().value).toBe("");
    endpoint.answer({ status: 200, body: {} });
    fireEvent.change(cards(), { target: { value: "59" } });
    press();
    await endpoint.settle();
    expect(endpoint.calls).toHaveLength(2);
    expect(
      endpoint.calls.map(({ body }) => (body as { accepts_difference: boolean }).accepts_difference),
    ).toEqual([false, true]);
  });

  test("names a refused batch and reloads the page with the new total", async () => {
    render(screenOf("open"));
    refresh.mockClear();
    const result = { id: "o1", batch_id: "BATCH-MGX2K9QW-7F3K", outcome: "not_received" };
    endpoint.answer({
      status: 409,
      body: { code: "shipment_refused", error: "Take it out.", results: [result] },
    });
    fireEvent.change(cards(), { target: { value: "60" } });
    press();
    await endpoint.settle();
    screen.getByText("Take it out.");
    expect(screen.getByRole("link", { name: result.batch_id })).toBeTruthy();
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});

describe("shipment members", () => {
  const sent = { submission_status: "shipped", grading_submission_number: "12345678" } as const;
  const row = (shipment: Parameters<typeof aGraderShipment>[0]) => {
    const member = aShipmentMember({ ...sent, refusal: "sent_before" });
    return serverRendered(
      <SeenShipment version={3}>
        <MemberTable shipment={aGraderShipment(shipment)} members={[member]} />
      </SeenShipment>,
    ).textContent;
  };

  test("shows a batch as sent when it kept the step of its reopened shipment", () => {
    const text = row({ step: "closed", submission_number: "12345678" });
    expect(text).toContain("Already shipped. Its status is ahead of the shipment's.");
    expect(text).not.toContain("Can't ship");
  });

  test("warns of a batch that was sent before in an open shipment", () => {
    expect(row({ step: "open" })).toContain("Can't ship. It already went to a grader.");
  });
});
