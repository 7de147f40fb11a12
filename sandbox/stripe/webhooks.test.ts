import Stripe from "stripe";
import { eventually } from "../builders/product.ts";
import type { Delivery } from "./deliveries.ts";
import { aSandbox, pay, type RunningSandbox, sessionParams, WEBHOOK_SECRET } from "./testing/a-sandbox.ts";

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

  test("carry signed events that the SDK accepts, and only with the right secret", async () => {
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

  test("name the API call that caused them", async () => {
    sandbox = await aSandbox();
    const customer = await sandbox.stripe.customers.create(
      { email: "a@example.com" },
      { idempotencyKey: "key-1" },
    );
    const [event] = (await sandbox.stripe.events.list({ type: "customer.created" })).data;
    expect(event?.request).toEqual({ id: customer.lastResponse.requestId, idempotency_key: "key-1" });
  });

  test("are repeated with growing waits until the endpoint takes them", async () => {
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

  test("show in pending_webhooks and delivery_success whether they arrived", async () => {
    sandbox = await aSandbox({ deliveryBackoffMs: 60_000 });
    sandbox.endpoint.answers.push(500);
    await sandbox.stripe.customers.create({ email: "a@example.com" });
    await sandbox.control("POST", "/deliveries/drain");
    const { events } = sandbox.stripe;
    const [failed] = (await events.list({ delivery_success: false })).data;
    expect(failed).toMatchObject({ type: "customer.created", pending_webhooks: 1 });
    expect((await events.list({ delivery_success: true })).data).toHaveLength(0);
    await sandbox.deliveredTypes();
    expect((await events.list({ delivery_success: true })).data).toMatchObject([
      { id: failed?.id, pending_webhooks: 0 },
    ]);
    expect((await events.list({ delivery_success: false })).data).toHaveLength(0);
  });

  test("can be lost, dropped, duplicated, delayed and sent again", async () => {
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

  test("are given up after fifteen tries", async () => {
    sandbox = await aSandbox({ deliveryBackoffMs: 1, enabledEvents: ["customer.created"] });
    sandbox.endpoint.answers.push(...Array(20).fill(503));
    await sandbox.stripe.customers.create({});
    for (let tries = 0; tries < 16; tries++) await sandbox.deliveredTypes();
    expect(await deliveries()).toMatchObject([{ state: "failed", tries: 15 }]);
  });

  test("may be of any type, by the control endpoint", async () => {
    sandbox = await aSandbox();
    await sandbox.control("POST", "/events", { type: "something.new", object: { id: "x_1" } });
    expect(await sandbox.deliveredTypes()).toEqual(["something.new"]);
  });
});
