import Stripe from "stripe";
import type { Delivery } from "./deliveries.ts";
import { aSandbox, pay, type RunningSandbox, sessionParams, WEBHOOK_SECRET } from "./testing/a-sandbox.ts";

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

    test("signs events that the SDK accepts only with the right secret", async () => {
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

    test("retries with growing delays until the endpoint accepts the event", async () => {
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
  });
});
