/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { AdjustmentCard } from "@/components/orders/batch/adjustment-card";
import { CustodyRecord } from "@/components/orders/batch/custody-record";
import { apiPaths } from "@/lib/base/api-paths";
import { errorCodes } from "@/lib/base/error-codes";
import type { Photo } from "@/lib/orders/schema";
import { anAdjustment } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();

describe("custody record", () => {
  const ID = "00000000-0000-4000-8000-000000000001";
  const PHOTOS: Photo[] = [
    { id: "10000000-0000-4000-8000-000000000001", kind: "package", taken_at: "2026-11-20T15:00:00Z" },
    { id: "10000000-0000-4000-8000-000000000002", kind: "card", taken_at: "2026-11-20T15:05:00Z" },
  ];
  const SHOWN = { orderId: ID, photos: PHOTOS, hasReceipt: false, level: 2 } as const;
  const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

  test("links the photos and the receipt with the tracking token", () => {
    render(<CustodyRecord {...SHOWN} hasReceipt proof={{ track: "token" }} />);
    expect(hrefs()).toEqual([
      ...PHOTOS.map(({ id }) => `/api/photos/${id}?size=full&track=token`),
      `/orders/${ID}/receipt?track=token`,
    ]);
  });

  test("shows the receipt without photos, and nothing without either", () => {
    const { rerender, container } = render(<CustodyRecord {...SHOWN} photos={[]} hasReceipt />);
    expect(screen.getByRole("link", { name: "Custody receipt" })).toBeTruthy();
    expect(screen.queryByRole("list")).toBeNull();
    rerender(<CustodyRecord {...SHOWN} photos={[]} />);
    expect(container.innerHTML).toBe("");
  });
});

describe("adjustment card", () => {
  const show = (fields: Parameters<typeof anAdjustment>[0]) => {
    const adjustment = anAdjustment({ deadline_at: "2026-11-30T22:30:00Z", ...fields });
    const readAt = Date.parse("2026-11-25T12:00:00Z");
    render(<AdjustmentCard adjustment={adjustment} token="link" isBack={false} readAt={readAt} />);
    return adjustment.id;
  };
  const press = async (name: string) => {
    fireEvent.click(screen.getByRole("button", { name }));
    await endpoint.settle();
  };
  const confirm = jest.spyOn(window, "confirm");
  beforeEach(() => void confirm.mockReset().mockReturnValue(true));

  test("shows the terms beside a payment", () => {
    show({ kind: "extra" });
    expect(screen.getByText(/^By paying, you agree/).textContent).toContain("Refund, Insurance and Privacy");
  });

  test("sends no refund request when the confirmation is dismissed", async () => {
    confirm.mockReturnValue(false);
    show({ kind: "short" });
    await press("Refund the difference");
    expect(endpoint.calls).toEqual([]);
  });

  test.each([
    ["Refund the difference", "short", "refund"],
    ["Return them ungraded", "extra", "return"],
  ] as const)("on %s for %s cards, sends the choice %s and the link's token", async (name, kind, option) => {
    endpoint.answer({ status: 200, body: { success: true } });
    const id = show({ kind });
    await press(name);
    expect(endpoint.calls).toEqual([
      { path: apiPaths.adjustmentDecide(id), body: { option, token: "link" } },
    ]);
  });

  test("shows why a withdrawn question can't be answered", async () => {
    const error = errorCodes.adjustment_withdrawn.text;
    endpoint.answer({ status: 409, body: { code: "adjustment_withdrawn", error } });
    show({ kind: "short" });
    await press("Refund the difference");
    expect(screen.getByText(error)).toBeTruthy();
  });
});
