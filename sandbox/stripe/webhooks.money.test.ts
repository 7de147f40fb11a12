import Stripe from "stripe";
import { eventually } from "../builders/product.ts";
import type { Delivery } from "./deliveries.ts";
import {
  aSandbox,
  aSubscription,
  pay,
  type RunningSandbox,
  sessionParams,
  WEBHOOK_SECRET,
} from "./testing/a-sandbox.ts";

describe("webhooks", () => {
  const PAID = [
    "charge.succeeded",
    "checkout.session.completed",
    "payment_intent.created",
    "payment_intent.succeeded",
  ];

  describe("webhooks", () => {
    let sandbox: RunningSandbox;
    afterEach(() => sandbox.stop());

    async function aPaidSession(): Promise<string> {
      const { id } = await sandbox.stripe.checkout.sessions.create(sessionParams());
      await pay(sandbox, id);
      return id;
    }

    async function deliveries(): Promise<Delivery[]> {
      return (await sandbox.control<{ data: Delivery[] }>("GET", "/deliveries")).data;
    }

    test("signs events so that the SDK accepts them only with the right secret", async () => {
      sandbox = await aSandbox();
      const id = await aPaidSession();
      expect((await sandbox.deliveredTypes()).sort()).toEqual(PAID);
      const completed = sandbox.endpoint.received.find(
        ({ event }) => event.type === "checkout.session.completed",
      );
      if (!completed) throw new Error("No event came");
      expect(completed.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
      expect(completed.event).toMatchObject({
        api_version: Stripe.API_VERSION,
        data: { object: { id, payment_status: "paid", url: null } },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      });
      expect(() =>
        Stripe.webhooks.constructEvent(completed.payload, completed.signature, "whsec_other"),
      ).toThrow();
      expect(() =>
        Stripe.webhooks.constructEvent(`${completed.payload} `, completed.signature, WEBHOOK_SECRET),
      ).toThrow();
    });

    test("retries with growing delays until the endpoint accepts", async () => {
      sandbox = await aSandbox({ deliveryBackoffMs: 1000, enabledEvents: ["checkout.session.completed"] });
      sandbox.endpoint.answers.push(500, 302, 404);
      await aPaidSession();
      await sandbox.control("POST", "/deliveries/drain");
      for (const wait of [1, 2, 4]) {
        const [waiting] = await deliveries();
        expect(waiting?.state).toBe("pending");
        const from = waiting?.history.at(-1)?.at ?? 0;
        expect((waiting?.due_ms ?? 0) - from).toBeGreaterThanOrEqual(wait * 1000);
        expect((waiting?.due_ms ?? 0) - from).toBeLessThan(wait * 1000 + 900);
        await sandbox.control("POST", "/clock", { advance: wait });
        await sandbox.control("POST", "/deliveries/drain");
      }
      const [done] = await deliveries();
      expect(done).toMatchObject({ state: "delivered", tries: 4 });
      expect(done?.history.map(({ status }) => status)).toEqual([500, 302, 404, 200]);
      expect(new Set(sandbox.endpoint.received.map(({ event }) => event.id)).size).toBe(1);
    });

    test("loses, drops, duplicates, delays and resends events on demand", async () => {
      sandbox = await aSandbox();
      const fault = (type: string, action: string, more = {}) =>
        sandbox.control("POST", "/faults", { target: "webhook", type, action, ...more });
      await fault("payment_intent.created", "lose");
      await fault("charge.*", "drop");
      await fault("payment_intent.succeeded", "duplicate", { copies: 2 });
      await fault("checkout.session.completed", "delay", { delayMs: 60_000 });
      await aPaidSession();
      await eventually(deliveries, (all) => all.filter(({ state }) => state === "pending").length === 1);
      const types = () => sandbox.endpoint.received.map(({ event }) => event.type).sort();
      expect(types()).toEqual(["charge.succeeded", ...Array(3).fill("payment_intent.succeeded")]);
      const charge = (await deliveries()).find(({ type }) => type === "charge.succeeded");
      expect(charge).toMatchObject({ tries: 2, history: [{ status: null }, { status: 200 }] });
      await sandbox.control("POST", "/clock", { advance: 60 });
      const [lost] = (await sandbox.stripe.events.list({ type: "payment_intent.created" })).data;
      expect(lost?.pending_webhooks).toBe(1);
      await sandbox.control("POST", `/events/${lost?.id}/resend`);
      expect((await sandbox.deliveredTypes()).sort()).toEqual(
        [...PAID, "payment_intent.succeeded", "payment_intent.succeeded"].sort(),
      );
    });
  });
});

describe("held deliveries", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
    await sandbox.control("POST", "/deliveries/hold", { hold: true });
  });
  afterEach(() => sandbox.stop());

  const held = async () =>
    (await sandbox.control<{ data: { event: string }[] }>("GET", "/deliveries?state=held")).data.map(
      ({ event }) => event,
    );
  const received = () => sandbox.endpoint.received.map(({ event }) => event.id);

  test("sends held events in the order of their release", async () => {
    await aSubscription(sandbox);
    expect(await sandbox.deliveredTypes()).toEqual([]);
    // The list is newest first: the very reverse of how things happened.
    const order = await held();
    await sandbox.control("POST", "/deliveries/release", { events: order.slice(0, 4) });
    expect(received()).toEqual(order.slice(0, 4));
    expect(await held()).toEqual(order.slice(4));
    expect(await sandbox.control("POST", "/deliveries/release", { events: ["evt_none"] })).toEqual({
      error: "Not held: evt_none",
    });
  });
});

describe("faults", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const fault = (spec: object) => sandbox.control("POST", "/faults", { target: "api", ...spec });
  const create = (idempotencyKey?: string) =>
    sandbox.stripe.checkout.sessions.create(sessionParams(), idempotencyKey ? { idempotencyKey } : {});
  const count = async () => (await sandbox.stripe.checkout.sessions.list()).data.length;

  test("returns a faulty status a given number of times without effect", async () => {
    await fault({ method: "POST", path: "/v1/checkout/sessions", status: 503, times: 2 });
    await expect(create("key")).rejects.toMatchObject({ statusCode: 503 });
    await expect(create("key")).rejects.toMatchObject({ statusCode: 503 });
    expect(await count()).toBe(0);
    await expect(create("key")).resolves.toMatchObject({ status: "open" });
  });

  test("drops the connection before or after the work", async () => {
    // The SDK tries once more by itself when a connection breaks.
    await fault({ dropConnection: true, times: 2 });
    await expect(create()).rejects.toMatchObject({ type: "StripeConnectionError" });
    expect(await count()).toBe(0);
    await fault({ dropConnection: true, times: 2, when: "after" });
    await expect(create("key")).rejects.toMatchObject({ type: "StripeConnectionError" });
    expect(await count()).toBe(1);
    const session = await create("key");
    expect(session.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await count()).toBe(1);
  });

  test("loses the response of completed work", async () => {
    await fault({ status: 500, when: "after" });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    expect(await count()).toBe(1);
  });
});
