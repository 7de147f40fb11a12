import type Stripe from "stripe";
import { aSandbox, pay, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

describe("money that goes back", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  async function aCharge(): Promise<{ charge: string; payment_intent: string }> {
    const { id } = await sandbox.stripe.checkout.sessions.create(sessionParams());
    await pay(sandbox, id);
    const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(id, {
      expand: ["payment_intent"],
    });
    const intent = payment_intent as Stripe.PaymentIntent;
    return { charge: String(intent.latest_charge), payment_intent: intent.id };
  }

  const refunds = () => sandbox.stripe.refunds;

  test("is refunded whole", async () => {
    const { charge, payment_intent } = await aCharge();
    const refund = await refunds().create({
      metadata: { order: "1" },
      payment_intent,
      reason: "requested_by_customer",
    });
    expect(refund).toMatchObject({ amount: 7500, charge, metadata: { order: "1" }, status: "succeeded" });
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 7500,
      refunded: true,
    });
    const types = await sandbox.deliveredTypes();
    expect(types.filter((type) => type.includes("refund")).sort()).toEqual([
      "charge.refunded",
      "refund.created",
      "refund.updated",
    ]);
    await expect(refunds().create({ charge })).rejects.toMatchObject({ code: "charge_already_refunded" });
  });

  test("is refunded in parts, but no more than was paid", async () => {
    const { charge } = await aCharge();
    await refunds().create({ amount: 2500, charge });
    await expect(refunds().create({ amount: 5001, charge })).rejects.toMatchObject({
      message: "Refund amount ($50.01) is greater than unrefunded amount on charge ($50.00)",
      param: "amount",
      statusCode: 400,
    });
    await refunds().create({ amount: 1000, charge });
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 3500,
      refunded: false,
    });
    await refunds().create({ charge });
    const { data } = await refunds().list({ charge });
    expect(data.map(({ amount }) => amount)).toEqual([4000, 1000, 2500]);
    await expect(refunds().create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(refunds().create({ charge: "ch_none" })).rejects.toMatchObject({ code: "resource_missing" });
  });

  test("has its money again when a refund fails, once", async () => {
    const { charge } = await aCharge();
    const { id } = await refunds().create({ charge });
    await sandbox.control("POST", `/refunds/${id}/fail`);
    expect((await refunds().list({ charge })).data).toMatchObject([
      { id, failure_reason: "lost_or_stolen_card", status: "failed" },
    ]);
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    expect(await sandbox.deliveredTypes()).toContain("refund.failed");
    expect(await sandbox.control("POST", `/refunds/${id}/fail`)).toHaveProperty("error");
    await expect(refunds().create({ charge })).resolves.toMatchObject({ status: "succeeded" });
  });

  test("is disputed until the bank decides", async () => {
    const { charge } = await aCharge();
    const { id } = await sandbox.control<{ id: string }>("POST", "/disputes", { charge });
    expect(await sandbox.stripe.disputes.retrieve(id)).toMatchObject({
      amount: 7500,
      charge,
      reason: "fraudulent",
      status: "needs_response",
    });
    expect(await sandbox.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    await expect(refunds().create({ charge })).rejects.toMatchObject({ code: "charge_disputed" });
    await sandbox.control("POST", `/disputes/${id}/review`);
    expect(await sandbox.stripe.disputes.retrieve(id)).toMatchObject({ status: "under_review" });
    await sandbox.control("POST", `/disputes/${id}/close`, { outcome: "lost" });
    expect((await sandbox.stripe.disputes.list({ charge })).data).toMatchObject([{ id, status: "lost" }]);
    const types = await sandbox.deliveredTypes();
    expect(types.filter((type) => type.includes("dispute")).sort()).toEqual([
      "charge.dispute.closed",
      "charge.dispute.created",
      "charge.dispute.updated",
    ]);
  });
});
