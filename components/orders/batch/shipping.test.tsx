/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { InboundShipmentPanel } from "@/components/orders/batch/inbound-shipment-panel";
import { ReturnAddress } from "@/components/orders/batch/return-address";
import { ReturnShipmentPanel } from "@/components/orders/batch/return-shipment-panel";
import { apiPaths } from "@/lib/base/api-paths";
import type { InboundShipment } from "@/lib/orders/inbound";
import { SAMPLE_BATCH } from "@/lib/orders/tracking/sample-batch";
import { navigation } from "@/sandbox/builders/navigation";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);
const endpoint = stubEndpoint();

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp | string, value: string) => fireEvent.change(field(name), { target: { value } });

describe("inbound shipment panel", () => {
  const refresh = jest.fn();

  const ID = "00000000-0000-4000-8000-000000000001";
  const NOON = "T12:00:00Z";
  const WAITING: InboundShipment = {
    order_id: ID,
    paid_at: `2026-11-01${NOON}`,
    inbound_carrier: null,
    inbound_tracking: null,
    inbound_shipped_at: null,
    inbound_delivered_at: null,
    search: null,
    isMissing: false,
  };
  const SHIPPED: InboundShipment = {
    ...WAITING,
    inbound_carrier: "usps",
    inbound_tracking: "9400110200881234567890",
    inbound_shipped_at: `2026-11-03${NOON}`,
  };
  const DELIVERED: InboundShipment = { ...SHIPPED, inbound_delivered_at: `2026-11-06${NOON}` };

  beforeEach(() => {
    navigation.refresh = refresh;
    refresh.mockReset();
    endpoint.answer({ status: 200, body: {} });
  });

  const show = (inboundShipment: InboundShipment, token: string | null = null) =>
    render(<InboundShipmentPanel inboundShipment={inboundShipment} token={token} level={2} />);

  /** Returns the request body after the page was refreshed. */
  async function sent() {
    await endpoint.settle();
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(endpoint.calls.map(({ path }) => path)).toEqual([apiPaths.inbound(ID)]);
    return endpoint.calls[0]?.body;
  }

  test("fills the form with the reported shipment and sends the corrections", async () => {
    show(SHIPPED);
    press("Edit shipment");
    expect([field("Carrier").value, field(/^Tracking number/).value, field("Shipped on").value]).toEqual([
      "usps",
      "9400110200881234567890",
      "2026-11-03",
    ]);
    type(/^Tracking number/, "1Z999AA10123456784");
    type("Carrier", "ups");
    type("Shipped on", "2026-11-04");
    press("Save shipment");
    expect(await sent()).toEqual({
      action: "shipped",
      carrier: "ups",
      number: "1Z999AA10123456784",
      shipped_on: "2026-11-04",
    });
    await endpoint.settle();
    expect(screen.queryByRole("button", { name: "Save shipment" })).toBeNull();
    expect(screen.getByRole("status").textContent).toMatch(/^Thanks\. We'll watch for your package\./);
  });

  test.each([
    ["Mark as not shipped", SHIPPED, "not_shipped"],
    ["Mark as not delivered", DELIVERED, "not_delivered"],
  ])("undoes the last report on %s with the page's token", async (name, inboundShipment, action) => {
    show(inboundShipment, "token");
    press(name);
    expect(await sent()).toEqual({ action, token: "token" });
  });

  test("shows why a report was rejected and keeps the form", async () => {
    endpoint.answer({ status: 409, body: { error: "This package is here already." } });
    show(SHIPPED);
    press("Edit shipment");
    type(/^Tracking number/, "1Z999AA10123456784");
    press("Save shipment");
    await endpoint.settle();
    expect(screen.getByText("This package is here already.")).toBeTruthy();
    expect(field(/^Tracking number/).value).toBe("1Z999AA10123456784");
    expect(refresh).not.toHaveBeenCalled();
  });
});

test("asks for the password when the endpoint requires it and keeps the entries", async () => {
  endpoint.answer({ status: 403, body: { code: "password_needed", error: "Enter your password." } });
  const current = { full_name: "Casey Collector", address_line1: "5 Elm", city: "Reno", state: "NV" };
  render(<ReturnAddress orderId="1" address={{ current, is_here: true, held_until: null }} />);
  press("Change return address");
  type(/^ZIP code/, "89501");
  type(/^Address line 1/, "9 Oak");
  press("Save address");
  await endpoint.settle();
  endpoint.answer({ status: 200, body: { outcome: "changed" } });
  type(/^Current password/, "secret password");
  press("Save address");
  await endpoint.settle();
  expect(endpoint.calls[1]).toMatchObject({
    path: apiPaths.returnAddress("1"),
    body: { address_line1: "9 Oak", postal_code: "89501", currentPassword: "secret password" },
  });
  expect(screen.queryByRole("button", { name: "Save address" })).toBeNull();
});

test("rejects a problem report that is too short", async () => {
  endpoint.answer({ status: 200, body: {} });
  const facts = { ...SAMPLE_BATCH.return_shipment, can_write: true };
  render(<ReturnShipmentPanel facts={facts} token={null} />);
  press("Report a problem");
  type(/What's wrong\?/, "Cracked");
  press("Send message");
  await endpoint.settle();
  expect(endpoint.calls).toEqual([]);
  type(/What's wrong\?/, "Cracked at its corner");
  press("Send message");
  await endpoint.settle();
  expect(endpoint.calls).toMatchObject([{ body: { words: "Cracked at its corner" } }]);
});
