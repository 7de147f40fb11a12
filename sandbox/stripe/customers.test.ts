import { aSandbox, aSubscription, pay, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

describe("customers", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  test("keep what they were given, without empty values", async () => {
    const { customers } = sandbox.stripe;
    const { id } = await customers.create({ email: "a@example.com", metadata: { a: "1", b: "" }, name: "" });
    expect(await customers.retrieve(id)).toMatchObject({ email: "a@example.com", name: null });
    expect(await customers.retrieve(id)).toHaveProperty("metadata", { a: "1" });
    await expect(customers.retrieve("cus_x")).rejects.toMatchObject({ statusCode: 404, param: "id" });
  });

  test("pay sessions of their own, or come from one that makes them", async () => {
    const { checkout, customers, charges } = sandbox.stripe;
    const known = await customers.create({ email: "known@example.com" });
    const own = await checkout.sessions.create(sessionParams({ customer: known.id }));
    await pay(sandbox, own.id);
    expect((await charges.list({ customer: known.id })).data).toHaveLength(1);
    const made = await checkout.sessions.create(sessionParams({ customer_creation: "always" }));
    await pay(sandbox, made.id, { email: "new@example.com" });
    expect(await checkout.sessions.retrieve(made.id, { expand: ["customer"] })).toMatchObject({
      customer: { email: "new@example.com" },
    });
    const guest = await checkout.sessions.create(sessionParams());
    await pay(sandbox, guest.id);
    expect((await checkout.sessions.retrieve(guest.id)).customer).toBeNull();
  });

  test("that are deleted say so, buy nothing, and keep the list of what has ended", async () => {
    const { checkout, customers, subscriptions, billingPortal } = sandbox.stripe;
    const { id: subscription, customer } = await aSubscription(sandbox);
    const id = String(customer);
    expect(await customers.del(id)).toMatchObject({ id, object: "customer", deleted: true });
    expect(await customers.retrieve(id)).toMatchObject({ id, deleted: true });
    const list = await subscriptions.list({ customer: id, status: "all", expand: ["data.customer"] });
    expect(list.data).toMatchObject([{ id: subscription, status: "canceled", customer: { deleted: true } }]);
    expect((await customers.list()).data).toEqual([]);
    const missing = { statusCode: 400, code: "resource_missing", param: "customer" };
    await expect(checkout.sessions.create(sessionParams({ customer: id }))).rejects.toMatchObject(missing);
    await expect(billingPortal.sessions.create({ customer: id })).rejects.toMatchObject(missing);
    expect(await sandbox.deliveredTypes()).toContain("customer.deleted");
  });

  test("that never were are missing, and those of the other mode are said to be there", async () => {
    const { customers, subscriptions } = sandbox.stripe;
    const missing = { code: "resource_missing" };
    await expect(subscriptions.list({ customer: "cus_none" })).rejects.toMatchObject({
      ...missing,
      message: "No such customer: 'cus_none'",
    });
    for (const call of [
      () => customers.retrieve("cus_live1"),
      () => subscriptions.list({ customer: "cus_live1" }),
    ])
      await expect(call()).rejects.toMatchObject({
        ...missing,
        message: expect.stringContaining("a similar object exists in live mode"),
      });
  });
});
