/** @jest-environment jsdom */

import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { CancelPanel } from "@/components/orders/batch/cancel-panel";
import { TrackedBatch } from "@/components/orders/batch/tracked-batch";
import { ConfirmedSubmission } from "@/components/orders/confirmation/confirmed-submission";
import { OwnBatch } from "@/components/orders/dashboard/own-batch";
import { cancellationOf } from "@/lib/orders/cancellation";
import { confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { inboundShipmentOf } from "@/lib/orders/inbound";
import type { OrderEvent } from "@/lib/orders/order";
import type { CancelMode, CancelRefund } from "@/lib/orders/schema";
import { SAMPLE_BATCH } from "@/lib/orders/tracking/sample-batch";
import { anOrder } from "@/sandbox/builders/order";
import { serverRendered } from "@/sandbox/builders/server-rendered";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);
jest.mock("@/components/orders/batch/lazy-parts", () => ({
  ...jest.requireActual("@/components/orders/batch/lazy-parts"),
  CancelBatch: jest.requireActual("@/components/orders/batch/cancel-panel").CancelPanel,
  InboundShipment: jest.requireActual("@/components/orders/batch/inbound-shipment-panel")
    .InboundShipmentPanel,
}));

describe("cancel panel", () => {
  const ASKED = {
    kind: "asked",
    at: "2026-11-20T10:00:00Z",
    isTheirs: true,
    isShipped: false,
    isHere: false,
    isRefunding: false,
    hasFailed: false,
  } as const;
  type Shown = Parameters<typeof CancelPanel>[0]["cancellation"];
  const show = (cancellation: Shown) =>
    render(<CancelPanel orderId="1" cancellation={cancellation} token={null} level={2} />);
  const named = (name: string) => screen.queryByRole("button", { name });

  test.each<[string, Shown, RegExp, string]>([
    [
      "is refunded at once",
      { kind: "refund", cents: 5_000 },
      /Cancel and refund \$50\.00\? Please don't ship/,
      "Cancel and refund $50.00",
    ],
    [
      "is on its way",
      { kind: "ask", cents: 5_000, isShipped: true },
      /We'll decide on your \$50\.00 refund when your package arrives/,
      "Ask to cancel",
    ],
  ])("asks for confirmation before canceling a batch that %s", (_, cancellation, question, button) => {
    show(cancellation);
    fireEvent.click(screen.getByRole("button", { name: "Cancel this batch" }));
    expect(screen.getByText(question)).toBeTruthy();
    expect(named(button)).toBeTruthy();
  });

  test.each<[string, Shown, RegExp, boolean]>([
    ["that is being refunded", { ...ASKED, isRefunding: true }, /The refund is on its way/, false],
    ["that staff decide", ASKED, /We'll decide and email you/, true],
    ["on its way", { ...ASKED, isShipped: true }, /Once your package arrives, we'll decide/, true],
    [
      "of which the refund failed, and whose package is here",
      { ...ASKED, isShipped: true, isHere: true, hasFailed: true },
      /We're fixing it and will email you\.Keep/,
      true,
    ],
  ])("shows the status of a request %s, and whether it can be withdrawn", (_, cancellation, words, can) => {
    show(cancellation);
    expect(screen.getByRole("status").textContent).toMatch(words);
    expect(named("Keep this batch") !== null).toBe(can);
  });

  test.each<[string, Shown, RegExp]>([
    ["that staff decide", ASKED, /We'll decide and email the owner\. Please don't ship the cards/],
    ["on its way", { ...ASKED, isShipped: true }, /Once the package arrives, we'll decide/],
  ])("shows other viewers the status of a request %s, without buttons", (_, shown, words) => {
    show({ ...shown, isTheirs: false } as Shown);
    const { textContent } = screen.getByRole("status");
    expect(textContent).toMatch(/, the owner asked to cancel\. /);
    expect(textContent).toMatch(words);
    expect(textContent).not.toMatch(/\byou/i);
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("explains why a batch that has arrived can't be canceled online", () => {
    show({ kind: "here" });
    expect(
      screen.getByText(/^Your package has arrived\. To cancel before your cards go to the grader, email/),
    ).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("canceled screens", () => {
  afterEach(() => document.body.replaceChildren());

  const AT = "2026-11-20T10:00:00Z";
  const MADE: CancelRefund = { state: "made", cents: 25_000, at: AT };
  const EVENTS: OrderEvent[] = [
    { type: "payment_status", from: "unpaid", to: "paid", actor: "stripe", message: null, at: AT },
    { type: "payment_status", from: "paid", to: "canceled", actor: "stripe", message: null, at: AT },
  ];
  const CANCELED = {
    payment_status: "canceled",
    total_paid: 250,
    refunded_cents: 25_000,
    paid_at: AT,
  } as const;
  type Fields = Parameters<typeof anOrder>[0];

  function confirmation(fields: Fields, refund: CancelRefund, way: CancelMode = "by_staff"): ReactElement {
    const order = anOrder({ guest_key: "a".repeat(64), cancel_requested_at: AT, ...fields });
    return (
      <ConfirmedSubmission
        order={confirmedOrder(order, { userId: null, guestKey: order.guest_key })}
        isSignedIn={false}
        trackingLink={{ generation: 1, path: "/track/t" }}
        photos={[]}
        hasReceipt={false}
        inboundShipment={inboundShipmentOf(order, Date.parse(AT))}
        cancellation={cancellationOf(order, 25_000, way, refund)}
        standing="Cancellation requested"
        meaning=""
        next={null}
        promise={null}
      />
    );
  }

  function tracked(fields: Fields, refund: CancelRefund, way: CancelMode = "by_staff"): ReactElement {
    const order = anOrder({ cancel_requested_at: AT, ...fields });
    const batch = {
      ...SAMPLE_BATCH,
      ...order,
      num_cards: 10,
      is_received: false,
      events: EVENTS,
      grader: null,
      cancel_refund: refund,
      cancel_mode: way,
      cancel_cents: 25_000,
    };
    return <TrackedBatch batch={batch} token="t" paidId={null} />;
  }

  function drawer(fields: Fields, refund: CancelRefund, way: CancelMode = "by_staff"): ReactElement {
    const order = anOrder({ user_id: "u1", cancel_requested_at: AT, ...fields });
    const { return_shipment: returnShipment } = SAMPLE_BATCH;
    const batch = {
      ...{ order, events: EVENTS, adjustments: [], return_shipment: returnShipment, cancel_mode: way },
      ...{ cancel_refund: refund, trackingLink: null, readAt: Date.parse(AT), photos: [], grader: null },
    };
    return <OwnBatch batchId="BATCH-TEST0001-2345" batch={batch} />;
  }

  const SCREENS = [
    ["the confirmation", confirmation],
    ["the tracking page", tracked],
    ["the drawer", drawer],
  ] as const;

  /** Texts that would contradict a cancellation. */
  const AGAINST = /Now ship|Ship your cards|Print|I've shipped it|Upcoming|Back 10–15|What happens next|Paid/;
  /** The page's text without the paid amount and the Paid step. */
  const text = () => (document.body.textContent ?? "").replaceAll(/Total paid|Done: Paid/g, "");
  // Includes hidden elements, because a drawer stays closed until its script runs.
  const roles = (role: string) =>
    within(document.body)
      .queryAllByRole(role, { hidden: true })
      .map(({ textContent }) => textContent ?? "");

  /** Texts that ask for a package or expect one. */
  const TO_SHIP =
    /Now ship|Ship your cards|Print|I've shipped it|Ship your package|Waiting for your cards|waiting for your/;

  test.each(SCREENS)("on %s, shows the cancellation and the refund", (_, show) => {
    serverRendered(show(CANCELED, MADE));
    expect(roles("heading").some((heading) => /^(Canceled|This batch is canceled)$/.test(heading))).toBe(
      true,
    );
    expect(roles("status")[0]).toMatch(
      /We refunded \$250\.00 on .*Nov 20.*\. It usually takes 5–10 business days to show on your statement\./,
    );
    expect(text()).toMatch(/Please don't ship your cards/);
    expect(text()).not.toMatch(AGAINST);
    expect(roles("link").join()).not.toMatch(/label|slip/i);
  });

  test.each(SCREENS)("on %s, shows no shipping steps during a refund", (_, show) => {
    const started: CancelRefund = { state: "started", cents: 25_000, at: AT };
    serverRendered(show({ total_paid: 250, paid_at: AT }, started, "refunding"));
    expect(text()).toMatch(/The refund is on its way/);
    expect(text()).not.toMatch(TO_SHIP);
    expect(roles("button").join()).not.toMatch(/Keep/);
  });

  test("hides the amount from holders of the link to an account's batch", () => {
    serverRendered(tracked(CANCELED, { ...MADE, cents: null }));
    expect(roles("status")[0]).toMatch(/We refunded your payment/);
    expect(text()).not.toContain("$");
  });
});
