import { aSandbox, pay, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

describe("a payment from a bank account", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  async function aDebit(account_number = "000123456789"): Promise<string> {
    const { id } = await sandbox.stripe.checkout.sessions.create(sessionParams());
    await pay(sandbox, id, { payment_method: "us_bank_account", account_number });
    return id;
  }

  const read = (id: string) =>
    sandbox.stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });

  test("completes unpaid and is paid some time later", async () => {
    const id = await aDebit();
    expect(await read(id)).toMatchObject({
      payment_intent: {
        latest_charge: { paid: false, receipt_url: null, status: "pending" },
        status: "processing",
      },
      payment_status: "unpaid",
      status: "complete",
    });
    await sandbox.control("POST", "/clock", { advance: 31 });
    expect(await read(id)).toMatchObject({
      payment_intent: { latest_charge: { paid: true }, status: "succeeded" },
      payment_status: "paid",
    });
    expect((await sandbox.deliveredTypes()).sort()).toEqual([
      "charge.pending",
      "charge.succeeded",
      "checkout.session.async_payment_succeeded",
      "checkout.session.completed",
      "payment_intent.created",
      "payment_intent.processing",
      "payment_intent.succeeded",
    ]);
  });

  test("fails when the account is empty", async () => {
    const id = await aDebit("000222222227");
    await sandbox.control("POST", "/clock", { advance: 31 });
    expect(await read(id)).toMatchObject({
      payment_intent: {
        latest_charge: { failure_code: "insufficient_funds" },
        status: "requires_payment_method",
      },
      payment_status: "unpaid",
      status: "complete",
    });
    expect(await sandbox.deliveredTypes()).toContain("checkout.session.async_payment_failed");
  });

  test.each([
    ["succeeded", "paid"],
    ["failed", "unpaid"],
  ])("is %s at once when the control endpoint says so", async (outcome, status) => {
    const id = await aDebit();
    await sandbox.control("POST", `/checkout/sessions/${id}/settle`, { outcome });
    expect((await read(id)).payment_status).toBe(status);
    const again = await sandbox.control("POST", `/checkout/sessions/${id}/settle`, { outcome: "succeeded" });
    expect(again).toEqual({ error: expect.any(String) });
    expect((await read(id)).payment_status).toBe(status);
  });
});
