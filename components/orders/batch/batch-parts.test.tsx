/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { AdjustmentCard } from "@/components/orders/batch/adjustment-card";
import { OrderSteps } from "@/components/orders/batch/batch-sections";
import { CustodyRecord } from "@/components/orders/batch/custody-record";
import { TrackingLinkPanel } from "@/components/orders/batch/tracking-link-panel";
import { FindBatchForm } from "@/components/orders/find/find-batch-form";
import { NoReceiptYet, ReceiptPrint } from "@/components/orders/print/receipt-print";
import { apiPaths } from "@/lib/base/api-paths";
import { errorCodes } from "@/lib/base/error-codes";
import type { Adjustment, Photo } from "@/lib/orders/schema";
import { nextStep, timelineOf } from "@/lib/orders/timeline";
import { navigation } from "@/sandbox/builders/navigation";
import { anAdjustment, anOrder } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();

describe("order steps", () => {
  const NOW = Date.parse("2026-11-25T12:00:00Z");
  const show = (fields: Parameters<typeof anOrder>[0]) => {
    const order = anOrder(fields);
    const { container } = render(
      <OrderSteps next={nextStep(order, NOW)} steps={timelineOf(order, [])} level={2} />,
    );
    return container.textContent;
  };

  test.each<[string, Parameters<typeof anOrder>[0], string]>([
    ["is not shipped", {}, "Next: Ship your package."],
    [
      "is with the grader",
      {
        submission_status: "grading",
        arrived_at: "2026-11-20T10:00:00Z",
        promised_from: "2026-12-07",
        promised_to: "2026-12-14",
      },
      "Next: The grader will grade your cards and return them to us.",
    ],
    [
      "was refunded with its cards here",
      { payment_status: "canceled", arrived_at: "2026-11-20T10:00:00Z" },
      "Next: We'll ship your cards back to you.",
    ],
  ])("says what comes next when the batch %s", (_, fields, words) => {
    const text = show(fields);
    expect(text).toContain(words);
    // The estimate stands above the steps.
    expect(text).not.toMatch(/Back by|Expected back/);
  });

  test("shows no next step once delivered", () => {
    show({ submission_status: "delivered" });
    expect(screen.queryByText(/Next:/)).toBeNull();
  });
});

describe("tracking link panel", () => {
  test("shows opening and copying first, and folds away what ends the link", () => {
    render(<TrackingLinkPanel orderId="o1" link={{ generation: 1, path: "/track/abc" }} about="Anyone." />);
    const folded = screen.getByText("Change this link").closest("details");
    expect(folded?.open).toBe(false);
    expect(folded?.contains(screen.getByRole("link", { name: "Open tracking page" }))).toBe(false);
    const told = (name: string) => {
      const button = [...(folded?.querySelectorAll("button") ?? [])].find((it) => it.textContent === name);
      return button?.parentElement?.querySelector("p")?.textContent;
    };
    expect(told("Replace link")).toBe("Shared it by mistake? A new link replaces this one.");
    expect(told("Turn off link")).toBe("No one can follow this batch by link until you create a new one.");
  });

  test("offers only to create a link when it was turned off", () => {
    render(<TrackingLinkPanel orderId="o1" link={{ generation: 2, path: null }} about="Anyone." />);
    expect(screen.getByRole("button").textContent).toBe("Create link");
    expect(screen.queryByText("Change this link")).toBeNull();
  });
});

describe("custody record", () => {
  const ID = "00000000-0000-4000-8000-000000000001";
  const PHOTOS: Photo[] = [
    { id: "10000000-0000-4000-8000-000000000001", kind: "package", taken_at: "2026-11-20T15:00:00Z" },
    { id: "10000000-0000-4000-8000-000000000002", kind: "card", taken_at: "2026-11-20T15:05:00Z" },
  ];
  const SHOWN = { orderId: ID, photos: PHOTOS, hasReceipt: false, level: 2 } as const;
  const pictures = () => screen.queryAllByRole("img").map((picture) => picture.getAttribute("alt"));
  const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

  test("shows small photos with names that open full size", () => {
    render(<CustodyRecord {...SHOWN} />);
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("What we received");
    expect(pictures()).toEqual([
      "Sealed box, photo 1 of 2, view full size",
      "A card, photo 2 of 2, view full size",
    ]);
    expect(screen.getAllByRole("img").map((picture) => picture.getAttribute("src"))).toEqual(
      PHOTOS.map(({ id }) => `/api/photos/${id}?size=small`),
    );
    expect(hrefs()).toEqual(PHOTOS.map(({ id }) => `/api/photos/${id}?size=full`));
  });

  test("leaves out a hidden photo and renumbers the others", () => {
    const { rerender } = render(<CustodyRecord {...SHOWN} />);
    rerender(<CustodyRecord {...SHOWN} photos={PHOTOS.slice(1)} />);
    expect(pictures()).toEqual(["A card, photo 1 of 1, view full size"]);
    rerender(<CustodyRecord {...SHOWN} />);
    expect(pictures()).toHaveLength(2);
  });

  test("links photos and receipt with the tracking token", () => {
    render(<CustodyRecord {...SHOWN} hasReceipt proof={{ track: "token" }} />);
    expect(hrefs()).toEqual([
      ...PHOTOS.map(({ id }) => `/api/photos/${id}?size=full&track=token`),
      `/orders/${ID}/receipt?track=token`,
    ]);
  });

  test("shows the receipt without photos, and nothing without both", () => {
    const { rerender, container } = render(<CustodyRecord {...SHOWN} photos={[]} hasReceipt />);
    expect(screen.getByRole("link", { name: "Custody receipt" })).toBeTruthy();
    expect(screen.queryByRole("list")).toBeNull();
    rerender(<CustodyRecord {...SHOWN} photos={[]} />);
    expect(container.innerHTML).toBe("");
  });
});

describe("receipt print", () => {
  const receipt: ComponentProps<typeof ReceiptPrint>["receipt"] = {
    id: "00000000-0000-4000-8000-000000000001",
    batch_id: "BATCH-MGX2K9QW-7F3K",
    title: "Vintage <lot>",
    submitted_at: "2026-11-02T15:00:00Z",
    num_cards: 12,
    arrived_at: "2026-11-20T15:00:00Z",
    received_at: "2026-11-21T10:00:00Z",
    received_count: 11,
    promised_from: "2026-12-07",
    promised_to: "2026-12-14",
    delayed_until: null,
    fulfillment_status: "grading",
    payment_status: "paid",
    package_condition: "ok",
    receiver: "Sam",
    photos: [],
    readAt: Date.parse("2026-11-25T12:00:00Z"),
  };

  test("shows the counted cards under the batch's name, and who counted, without a history", () => {
    const query = {
      size: "letter",
      packages: 1,
      with: undefined,
      link: undefined,
      track: undefined,
    } as const;
    const { container } = render(<ReceiptPrint receipt={receipt} query={query} />);
    expect(container.querySelector(".slab")?.textContent).toBe(
      "SlabRelayCustody receiptVintage <lot> BATCH-MGX2K9QW-7F3K 11 cards",
    );
    expect(screen.getByText("Received by").nextSibling?.textContent).toBe("Sam");
    expect(container.textContent).not.toMatch(/history|next/i);
  });

  test("says when the receipt will appear before the cards are counted, with a way back", () => {
    render(<NoReceiptYet back="/track/t" />);
    expect(screen.getByRole("heading").textContent).toBe("No receipt yet");
    expect(screen.getByText("You'll find it here once we've counted your cards.")).toBeTruthy();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/track/t");
  });
});

describe("find batch form", () => {
  test("shows an error on each wrong field and focuses the first", async () => {
    render(<FindBatchForm />);
    const [email, batch] = [/^Email/, /^Batch ID/].map((name) => screen.getByLabelText(name));
    fireEvent.change(batch as HTMLElement, { target: { value: "last week's" } });
    fireEvent.click(screen.getByRole("button", { name: "Email me the link" }));
    await endpoint.settle();
    expect(screen.getByText("Please enter the email you paid with.")).toBeTruthy();
    expect(screen.getByText(/^That isn't a batch ID\./)).toBeTruthy();
    expect([email, batch].map((field) => field?.getAttribute("aria-invalid"))).toEqual(["true", "true"]);
    expect(document.activeElement).toBe(email);
    expect(endpoint.calls).toEqual([]);
  });
});

describe("adjustment card", () => {
  const deadline_at = "2026-11-30T22:30:00Z";
  const markup = (fields: Parameters<typeof anAdjustment>[0]) =>
    renderToStaticMarkup(
      <AdjustmentCard
        adjustment={anAdjustment({ deadline_at, ...fields })}
        token={null}
        isBack={false}
        readAt={Date.parse("2026-11-25T12:00:00Z")}
      />,
    );
  const card = (fields: Parameters<typeof anAdjustment>[0]) => markup(fields).replaceAll(/<[^>]+>/g, "");

  test.each([
    [{}, "Respond by Nov 30, 2026, 10:30 PM UTC. If we don&#x27;t hear from you"],
    [
      { status: "accepted", chosen_option: "send_rest" },
      "Send the rest by Nov 30, 2026, 10:30 PM UTC and mark the box &quot;2 of 2&quot;.",
    ],
  ] as const)("shows the deadline of a proposal with %j", (fields, words) => {
    expect(card(fields)).toContain(words);
  });

  test.each([
    ["extra", "By paying, you agree to our Terms and our Refund, Insurance and Privacy policies."],
    ["upcharge", "By paying, you agree to our Terms and our Refund, Insurance and Privacy policies."],
  ] as const)("shows the terms beside the payment for an %s", (kind, words) => {
    expect(card({ kind })).toContain(words);
    expect(markup({ kind })).toContain('href="/refunds"');
  });

  test("shows no terms when nothing is to be paid", () => {
    expect(card({ kind: "short" })).not.toContain("you agree");
    expect(card({ kind: "extra", status: "paid" })).not.toContain("you agree");
  });
});

describe("adjustment answers", () => {
  const confirm = jest.spyOn(window, "confirm");
  beforeEach(() => void confirm.mockReset().mockReturnValue(true));

  test("refunds nothing when the question is declined", async () => {
    confirm.mockReturnValue(false);
    const adjustment = anAdjustment({ kind: "short", deadline_at: "2026-11-30T22:30:00Z" });
    const readAt = Date.parse("2026-11-25T12:00:00Z");
    render(<AdjustmentCard adjustment={adjustment} token="link" isBack={false} readAt={readAt} />);
    fireEvent.click(screen.getByRole("button", { name: "Refund the difference" }));
    await endpoint.settle();
    expect(endpoint.calls).toEqual([]);
  });

  test.each([
    ["I'll send the rest", "short", "send_rest"],
    ["Refund the difference", "short", "refund"],
    ["Return them ungraded", "extra", "return"],
  ] as const)(
    "sends with %s, for %s cards, the answer %s and the link's token",
    async (name, kind, option) => {
      endpoint.answer({ status: 200, body: { success: true } });
      const adjustment = anAdjustment({ kind, deadline_at: "2026-11-30T22:30:00Z" });
      const readAt = Date.parse("2026-11-25T12:00:00Z");
      render(<AdjustmentCard adjustment={adjustment} token="link" isBack={false} readAt={readAt} />);
      fireEvent.click(screen.getByRole("button", { name }));
      await endpoint.settle();
      expect(endpoint.calls).toHaveLength(1);
      expect(endpoint.calls).toEqual([
        { path: apiPaths.adjustmentDecide(adjustment.id), body: { option, token: "link" } },
      ]);
    },
  );
});

describe("adjustment focus", () => {
  const refresh = jest.fn();
  beforeEach(() => {
    Object.assign(navigation, { refresh });
    jest.spyOn(window, "confirm").mockReturnValue(true);
  });

  const readAt = Date.parse("2026-11-25T12:00:00Z");
  const upcharge = anAdjustment({
    kind: "upcharge",
    amount_cents: 4400,
    deadline_at: "2026-11-30T22:30:00Z",
  });

  const card = (adjustment: Adjustment) => (
    <AdjustmentCard adjustment={adjustment} token={null} isBack={false} readAt={readAt} />
  );
  const withdrawn = errorCodes.adjustment_withdrawn.text;
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  test("moves the focus through a dispute: field, button, result", async () => {
    endpoint.answer({ status: 200, body: { success: true } });
    const { rerender } = render(card(upcharge));
    press("Dispute upcharge");
    expect(document.activeElement).toBe(screen.getByLabelText("What's wrong?"));
    press("Cancel");
    expect(document.activeElement?.textContent).toBe("Dispute upcharge");
    press("Dispute upcharge");
    fireEvent.change(screen.getByLabelText("What's wrong?"), { target: { value: "It is the cheap one." } });
    await act(async () => press("Send message"));
    await endpoint.settle();
    expect(refresh).toHaveBeenCalledTimes(1);
    rerender(card({ ...upcharge, status: "declined", chosen_option: "dispute" }));
    expect(document.activeElement?.textContent).toMatch(/declined/);
    expect(document.activeElement).not.toBe(document.body);
  });

  test("shows why a withdrawn question can't be answered", async () => {
    endpoint.answer({ status: 409, body: { code: "adjustment_withdrawn", error: withdrawn } });
    render(card(anAdjustment({ deadline_at: upcharge.deadline_at })));
    press("Refund the difference");
    await endpoint.settle();
    expect(screen.getByText("We no longer need an answer. There's nothing you need to do.")).toBeTruthy();
  });
});
