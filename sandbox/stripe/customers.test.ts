import { aSandbox, pay, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

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
});
