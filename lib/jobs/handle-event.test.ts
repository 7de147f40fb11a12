import { env } from "@/lib/base/env";
import { eventHandlers, laterEventTypes, verifyEvent } from "@/lib/jobs/handle-event";
import { syncMembership } from "@/lib/membership/sync-membership";
import { syncDispute } from "@/lib/orders/charges/sync-charge";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import { stripe } from "@/lib/stripe/client";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("server-only", () => ({}));
jest.mock("@/lib/membership/sync-membership", () => ({ syncMembership: jest.fn() }));
jest.mock("@/lib/orders/checkout/fulfill-checkout", () => ({ fulfillCheckout: jest.fn() }));
jest.mock("@/lib/orders/charges/sync-charge", () => ({ syncDispute: jest.fn() }));
jest.mock("@/lib/orders/checkout/sync-refund", () => ({ syncRefund: jest.fn() }));

setTestSettings();
beforeEach(() => jest.resetAllMocks());

test("rejects a changed body but accepts escapes and separators", () => {
  const payload = '{ "id": "evt_1", "object": "event", "livemode": false, "extra": "\u2028é\\u0041" }';
  const secret = env().STRIPE_WEBHOOK_SECRET;
  const signature = stripe().webhooks.generateTestHeaderString({ payload, secret });
  expect(verifyEvent(payload, signature)).toMatchObject({ id: "evt_1" });
  expect(() => verifyEvent(payload.replace("evt_1", "evt_2"), signature)).toThrow(
    expect.objectContaining({ code: "signature_wrong" }),
  );
});

test("keeps the reconcile job within Stripe's limit of 20 event types", () => {
  expect(laterEventTypes.length).toBeLessThanOrEqual(20);
});

const FAMILIES = [
  {
    types: /^(customer\.subscription|subscription_schedule|invoice)\./,
    about: "customer",
    work: syncMembership,
  },
  { types: /^customer\.deleted$/, about: "id", work: syncMembership },
  { types: /^(charge\.refunded|refund\.\w+)$/, about: "payment_intent", work: syncRefund },
  { types: /^charge\.dispute\./, about: "id", work: syncDispute },
];

test.each(laterEventTypes)("%s syncs the object named in the event", async (type) => {
  jest.mocked(syncMembership).mockResolvedValue({ outcome: "written" } as never);
  const family = FAMILIES.find(({ types }) => types.test(type));
  expect(eventHandlers[type]?.about).toBe(family?.about);
  await eventHandlers[type]?.sync("the id", "evt_1");
  expect(family?.work).toHaveBeenCalledWith("the id");
});

test("syncs a membership event's customer and reports an unknown one as foreign", async () => {
  jest.mocked(syncMembership).mockResolvedValueOnce({ outcome: "written" } as never);
  const handler = eventHandlers["invoice.paid"];
  expect(handler?.about).toBe("customer");
  expect(await handler?.sync("cus_1", "evt_1")).toBe("written");
  jest.mocked(syncMembership).mockResolvedValueOnce({ outcome: "unknown_customer" } as never);
  expect(await handler?.sync("cus_2", "evt_2")).toBe("foreign");
});

test.each([
  [
    "fulfills an order's session and records its delivery in the same step",
    { outcome: "fulfilled", session: { mode: "payment" }, is_event_done: true },
    { outcome: "fulfilled", isEventDone: true },
    0,
  ],
  [
    "leaves the delivery open when an older session was closed",
    { outcome: "fulfilled", session: { mode: "payment" }, is_event_done: false },
    { outcome: "fulfilled", isEventDone: false },
    0,
  ],
  [
    "syncs the customer for a membership's session",
    { outcome: "foreign", session: { mode: "subscription", customer: "cus_1" } },
    "written",
    1,
  ],
  [
    "returns foreign for any other session",
    { outcome: "foreign", session: { mode: "payment" } },
    { outcome: "foreign", isEventDone: false },
    0,
  ],
])("%s", async (_what, answer, outcome, reads) => {
  jest.mocked(fulfillCheckout).mockResolvedValue(answer as never);
  jest.mocked(syncMembership).mockResolvedValue({ outcome: "written" } as never);
  expect(await eventHandlers["checkout.session.completed"]?.sync("cs_1", "evt_1")).toEqual(outcome);
  expect(fulfillCheckout).toHaveBeenLastCalledWith("cs_1", "evt_1");
  expect(syncMembership).toHaveBeenCalledTimes(reads);
});

test("looks up lost events of all types except Checkout Sessions", () => {
  const pages = Object.keys(eventHandlers).filter((type) => type.startsWith("checkout.session."));
  expect([...laterEventTypes, ...pages].sort()).toEqual(Object.keys(eventHandlers).sort());
});
