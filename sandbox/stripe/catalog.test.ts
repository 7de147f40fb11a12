import { aSandbox, type RunningSandbox } from "./testing/a-sandbox.ts";

describe("the prices that are there from the start", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await aSandbox();
  });
  afterAll(() => sandbox.stop());

  test("are listed, with their products when expanded", async () => {
    const { data } = await sandbox.stripe.prices.list({ active: true, expand: ["data.product"] });
    expect(data.map(({ id, unit_amount, product }) => [id, unit_amount, product])).toEqual([
      ["price_sandbox_foreign", 500, expect.objectContaining({ name: "Newsletter" })],
      ["price_sandbox_elite", 24_900, expect.objectContaining({ name: "Volume Master" })],
      ["price_sandbox_pro", 9900, expect.objectContaining({ name: "Serious Collector" })],
      ["price_sandbox_starter", 2900, expect.objectContaining({ name: "Casual Collector" })],
    ]);
    const product = "prod_sandbox_pro";
    expect((await sandbox.stripe.prices.list({ product })).data).toHaveLength(1);
    expect((await sandbox.stripe.products.list({ ids: [product] })).data).toMatchObject([{ id: product }]);
  });

  test("are read one by one, and are there again after a reset", async () => {
    await sandbox.control("POST", "/reset", {});
    const price = await sandbox.stripe.prices.retrieve("price_sandbox_archived");
    expect(price).toMatchObject({ active: false, recurring: { interval: "month" }, type: "recurring" });
    expect(await sandbox.stripe.products.retrieve(String(price.product))).toMatchObject({ active: false });
    await expect(sandbox.stripe.prices.retrieve("price_none")).rejects.toMatchObject({ statusCode: 404 });
    await expect(sandbox.stripe.products.retrieve("prod_none")).rejects.toMatchObject({ statusCode: 404 });
  });
});
