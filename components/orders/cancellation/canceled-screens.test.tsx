/** @jest-environment jsdom */
import { within } from "@testing-library/react";
import type { ReactElement } from "react";
import { ConfirmedSubmission } from "@/components/orders/confirmation/confirmed-submission";
import { OwnBatch } from "@/components/orders/dashboard/own-batch";
import { TrackedBatch } from "@/components/orders/track/tracked-batch";
import { cancellationOf } from "@/lib/orders/cancellation";
import { confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { wayHereOf } from "@/lib/orders/inbound";
import type { OrderEvent } from "@/lib/orders/order";
import type { CancelRefund, CancelWay } from "@/lib/orders/schema";
import { SAMPLE_BATCH } from "@/lib/orders/tracking/sample-batch";
import { anOrder } from "@/sandbox/builders/order";
import { serverRendered } from "@/sandbox/builders/server-rendered";

jest.mock("next/navigation", () => ({
  useRouter: () => ({ refresh: () => {}, replace: () => {} }),
  useSearchParams: () => new URLSearchParams(),
}));

// What the server draws of it is there at once.
jest.mock("@/components/orders/cancellation/cancel-batch", () => ({
  CancelBatch: jest.requireActual("@/components/orders/cancellation/cancel-panel").CancelPanel,
}));
jest.mock("@/components/orders/inbound/way-here", () => ({
  WayHere: jest.requireActual("@/components/orders/inbound/way-here-panel").WayHerePanel,
}));

/* Of a batch that is canceled the confirmation, the tracking page and the drawer say the same, and nothing against it. */

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

function confirmation(
  fields: Fields,
  refund: CancelRefund | null,
  way: CancelWay = "by_staff",
  isOwner = true,
): ReactElement {
  const order = anOrder({ guest_key: "a".repeat(64), cancel_requested_at: AT, ...fields });
  return (
    <ConfirmedSubmission
      order={confirmedOrder(order, { userId: null, guestKey: isOwner ? order.guest_key : null })}
      isSignedIn={false}
      trackingLink={{ generation: 1, path: "/track/t" }}
      photos={[]}
      hasReceipt={order.received_count !== null}
      wayHere={isOwner ? wayHereOf(order, Date.parse(AT)) : null}
      cancellation={cancellationOf(order, 25_000, way, refund)}
      standing="Asked to cancel"
      meaning=""
      next={null}
      promise={null}
    />
  );
}

function tracked(fields: Fields, refund: CancelRefund | null, way: CancelWay = "by_staff"): ReactElement {
  const order = anOrder({ cancel_requested_at: AT, ...fields });
  const batch = {
    ...SAMPLE_BATCH,
    ...order,
    num_cards: 10,
    is_received: order.received_count !== null,
    events: EVENTS,
    grader: [],
    cancel_refund: refund,
    cancel_way: way,
    cancel_cents: order.user_id === null ? 25_000 : null,
  };
  return <TrackedBatch batch={batch} token="t" paidId={null} />;
}

/** The tracking page of an account's batch: who has its link may cancel nothing. */
const trackedOfAccount: typeof tracked = (fields, refund, way) =>
  tracked({ user_id: "u1", ...fields }, refund, way);

function drawer(fields: Fields, refund: CancelRefund | null, way: CancelWay = "by_staff"): ReactElement {
  const order = anOrder({ user_id: "u1", cancel_requested_at: AT, ...fields });
  const { homeward } = SAMPLE_BATCH;
  const batch = {
    ...{ order, events: EVENTS, adjustments: [], homeward, cancel_way: way },
    ...{ cancel_refund: refund, trackingLink: null, readAt: Date.parse(AT), photos: [], grader: [] },
  };
  return <OwnBatch batchId="BATCH-TEST0001-2345" batch={batch} />;
}

const SCREENS = [
  ["the confirmation", confirmation],
  ["the tracking page", tracked],
  ["the tracking page of an account's batch", trackedOfAccount],
  ["the drawer", drawer],
] as const;

/** What is said against a cancel: to ship, to print, to say that it was shipped, a way that lies ahead, a payment that stands. */
const AGAINST =
  /Now ship|Ship your cards|Print|I have shipped it|Ahead|Not shipped back yet|Back 10-15|What happens next|Paid/;
/** What the page says, but that a sum was paid. */
const text = () => (document.body.textContent ?? "").replaceAll("Total paid", "");
// A drawer opens when its script runs.
const roles = (role: string) =>
  within(document.body)
    .queryAllByRole(role, { hidden: true })
    .map(({ textContent }) => textContent ?? "");

/** What is said of a package that is awaited. */
const TO_SHIP =
  /Now ship|Ship your cards|Print|I have shipped it|You send us|Waiting for your cards|we wait for/;

test.each(SCREENS)("%s says that the batch is canceled and where the money is", (_, show) => {
  serverRendered(show(CANCELED, MADE));
  expect(roles("heading").some((heading) => /^(Canceled|This batch is canceled)$/.test(heading))).toBe(true);
  expect(roles("status")[0]).toMatch(
    /We sent \$250\.00 back .*November 20, 2026.* to the card or account that paid\. Banks usually show it within 5 to 10 business days\./,
  );
  expect(text()).toMatch(/Please do not ship your cards/);
  expect(text()).not.toMatch(AGAINST);
  expect(roles("link").join()).not.toMatch(/label|slip/i);
});

test.each(SCREENS)("%s asks nobody to ship while the batch is being canceled", (_, show) => {
  const started: CancelRefund = { state: "started", cents: 25_000, at: AT };
  serverRendered(show({ total_paid: 250, paid_at: AT }, started, "refunding"));
  expect(text()).toMatch(/(Your|The) money is on its way back/);
  expect(text()).not.toMatch(TO_SHIP);
  expect(roles("button").join()).not.toMatch(/Withdraw/);
});

test.each(SCREENS)("%s says that staff decide about the request to cancel", (name, show) => {
  serverRendered(show({ total_paid: 250, paid_at: AT }, null));
  expect(text()).toMatch(/We look into it and answer by email/);
  expect(text()).not.toMatch(TO_SHIP);
  expect(/Withdraw/.test(roles("button").join())).toBe(!name.endsWith("account's batch"));
});

test.each(SCREENS)(
  "%s of a package on its way asks on whether it was delivered, and says who looks for it",
  (_, show) => {
    const shipped = {
      inbound_carrier: "ups",
      inbound_tracking: "1Z999AA10123456784",
      inbound_shipped_at: AT,
    } as const;
    serverRendered(show({ total_paid: 250, paid_at: AT, ...shipped }, null));
    expect(text()).toMatch(/We answer by email when (your|the) package is here\./);
    expect(text()?.split("If it is not here by Nov 30, please ask the carrier.")).toHaveLength(2);
    expect(text()).toContain("1Z999AA10123456784");
    expect(text()).not.toMatch(/Next:/);
    expect(roles("button").join()).toContain("It was delivered");
    expect(text()).not.toMatch(/Now ship|Ship your cards|Print|I have shipped it|You send us/);
  },
);

test.each(SCREENS)("%s says of a package that came after the request that it is here", (_, show) => {
  serverRendered(show({ total_paid: 250, paid_at: AT, inbound_shipped_at: AT, arrived_at: AT }, null));
  expect(text()).toMatch(/(Your|The) package is here, unopened\. We answer by email\./);
  expect(text()).not.toMatch(/when (your|the) package is here|Next:/);
  expect(text()).not.toMatch(TO_SHIP);
});

test.each(SCREENS)("%s of a shipped batch whose money goes back says nothing against it", (_, show) => {
  const shipped = { total_paid: 250, paid_at: AT, inbound_shipped_at: AT };
  const started: CancelRefund = { state: "started", cents: 25_000, at: AT };
  serverRendered(show(shipped, started, "refunding"));
  expect(text()).toMatch(/(Your|The) money is on its way back/);
  expect(text()).not.toMatch(/We answer/);
  serverRendered(show(shipped, { ...started, state: "failed" }));
  expect(text()).toMatch(/could not be sent back by itself: our team settles it/);
  expect(text()).not.toMatch(/We answer/);
});

test.each(SCREENS)("%s of a canceled batch whose package is here says that it goes back", (_, show) => {
  serverRendered(show({ ...CANCELED, arrived_at: AT }, MADE));
  expect(text()).toMatch(/We send your cards back to you/);
  expect(text()).not.toMatch(/Please do not ship/);
});

test.each(SCREENS)("%s of a batch that was counted and canceled keeps its custody receipt", (_, show) => {
  const counted = { arrived_at: AT, received_count: 10, submission_status: "completed" } as const;
  serverRendered(show({ ...CANCELED, ...counted }, MADE));
  expect(roles("link")).toContain("Custody receipt");
});

test("who has the link of an account's batch reads of no amount", () => {
  serverRendered(tracked(CANCELED, { ...MADE, cents: null }));
  expect(roles("status")[0]).toMatch(/We sent the money back/);
  expect(text()).not.toContain("$");
});

test("who has a confirmation's link alone reads that the batch is canceled, and not that it is paid", () => {
  serverRendered(confirmation(CANCELED, MADE, "by_staff", false));
  expect(roles("heading")[0]).toBe("This batch is canceled");
  expect(text()).not.toMatch(AGAINST);
});

test("a refund that failed is said to be settled by our team, on the confirmation too", () => {
  serverRendered(confirmation({ total_paid: 250 }, { state: "failed", cents: 25_000, at: AT }));
  expect(text()).toMatch(/could not be sent back by itself: our team settles it and writes to you/);
  expect(text()).not.toMatch(/Now ship|Ship your cards/);
});
