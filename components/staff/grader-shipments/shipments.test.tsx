/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { SeenShipment, ShipmentConflict } from "@/components/staff/grader-shipments/seen-shipment";
import { CloseShipmentForm } from "@/components/staff/grader-shipments/step-forms";
import { aGraderShipment } from "@/sandbox/builders/desk";
import { navigation } from "@/sandbox/builders/navigation";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();
beforeAll(withoutLayout);

describe("close shipment form", () => {
  const CHANGED = "Someone else changed this shipment. Review it, then try again.";
  const OPEN = aGraderShipment({ id: 7, version: 3, batches: 2, cards: 60 });

  const screenOf = (step: "open" | "closed") => (
    <SeenShipment version={OPEN.version}>
      <ShipmentConflict />
      {step === "open" ? <CloseShipmentForm shipment={OPEN} /> : <p>Closed</p>}
    </SeenShipment>
  );
  const cards = () => screen.getByLabelText<HTMLInputElement>("Cards declared to the grader");
  async function close(declared: string, status: number, body: object) {
    endpoint.answer({ status, body });
    fireEvent.change(cards(), { target: { value: declared } });
    fireEvent.click(screen.getByRole("button", { name: "Close shipment" }));
    await endpoint.settle();
  }

  test("reports a conflict and keeps it on screen with the newer shipment", async () => {
    const { rerender } = render(screenOf("open"));
    await close("60", 409, { code: "shipment_changed", error: CHANGED });
    screen.getByText(CHANGED);
    rerender(screenOf("closed"));
    expect(screen.getAllByText(CHANGED)).toHaveLength(1);
  });

  test("keeps text typed before the script loads", async () => {
    const container = serverRendered(screenOf("open"));
    cards().value = "60";
    render(screenOf("open"), { container, hydrate: true });
    expect(cards().value).toBe("60");
  });

  test("asks again for a number that differs, in an empty field", async () => {
    render(screenOf("open"));
    await close("59", 409, { code: "cards_differ", error: "60 were counted here." });
    screen.getByText("60 were counted here.");
    expect(cards().value).toBe("");
    await close("59", 200, {});
    expect(endpoint.calls.map(({ body }) => body)).toMatchObject([
      { cards: 59, version: 3, accepts_difference: false },
      { cards: 59, version: 3, accepts_difference: true },
    ]);
  });

  test("names a rejected batch and reloads the page with the new total", async () => {
    const refresh = jest.fn();
    Object.assign(navigation, { refresh });
    render(screenOf("open"));
    const results = [{ id: "o1", batch_id: "BATCH-MGX2K9QW-7F3K", outcome: "not_received" }];
    await close("60", 409, { code: "shipment_refused", error: "Take it out.", results });
    screen.getByText("Take it out.");
    expect(screen.getByRole("link", { name: "BATCH-MGX2K9QW-7F3K" })).toBeTruthy();
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
