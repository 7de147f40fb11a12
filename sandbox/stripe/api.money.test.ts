import { aClient, aSandbox, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

describe("permissions", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  /** Returns a client whose key has only these permissions. */
  async function clientWith(permissions: Record<string, string>) {
    const { key } = await sandbox.control<{ key: string }>("POST", "/restricted-keys", { permissions });
    return aClient(sandbox.url, key);
  }
  const refused = (permission: string) => ({
    type: "StripePermissionError",
    statusCode: 403,
    message: expect.stringContaining(`Having the '${permission}' permission would allow this request`),
  });

  test("allows a restricted key the calls it has permission for", async () => {
    const client = await clientWith({ checkout_session: "write" });
    const { id } = await client.checkout.sessions.create(sessionParams());
    await expect(client.checkout.sessions.retrieve(id)).resolves.toMatchObject({ id });
  });

  test("names the missing permission and changes nothing", async () => {
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
});
