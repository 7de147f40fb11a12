import { aClient, aSandbox, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

describe("a restricted key", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  /** A client whose key may do this alone. */
  async function clientWith(permissions: Record<string, string>) {
    const { key } = await sandbox.control<{ key: string }>("POST", "/restricted-keys", { permissions });
    return aClient(sandbox.url, key);
  }
  const refused = (permission: string) => ({
    type: "StripePermissionError",
    statusCode: 403,
    message: expect.stringContaining(`Having the '${permission}' permission would allow this request`),
  });

  test("reads and makes what it may", async () => {
    const client = await clientWith({ checkout_session: "write" });
    const { id } = await client.checkout.sessions.create(sessionParams());
    await expect(client.checkout.sessions.retrieve(id)).resolves.toMatchObject({ id });
  });

  test("is told which permission it lacks, and changes nothing", async () => {
    const client = await clientWith({ checkout_session: "read", charge: "read" });
    await expect(client.checkout.sessions.create(sessionParams())).rejects.toMatchObject(
      refused("rak_checkout_session_write"),
    );
    await expect(client.refunds.create({ payment_intent: "pi_1" })).rejects.toMatchObject(
      refused("rak_charge_write"),
    );
    await expect(client.customers.list()).rejects.toMatchObject(refused("rak_customer_read"));
    expect((await client.checkout.sessions.list()).data).toEqual([]);
  });

  test("needs to read what it expands", async () => {
    const { id } = await sandbox.stripe.checkout.sessions.create(sessionParams());
    const client = await clientWith({ checkout_session: "read", payment_intent: "read" });
    await expect(
      client.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] }),
    ).rejects.toMatchObject(refused("rak_charge_read"));
  });

  test("is one of those that were made; any other is no key", async () => {
    await expect(aClient(sandbox.url, "rk_test_unknown").events.list()).rejects.toMatchObject({
      statusCode: 401,
    });
  });
});
