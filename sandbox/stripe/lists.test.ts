import { aSandbox, type RunningSandbox } from "./testing/a-sandbox.ts";

describe("lists", () => {
  let sandbox: RunningSandbox;
  const ids: string[] = [];
  beforeAll(async () => {
    sandbox = await aSandbox();
    for (let n = 1; n <= 5; n++) {
      const { id } = await sandbox.stripe.customers.create({ email: `${n % 2}@example.com`, name: `${n}` });
      ids.unshift(id);
    }
  });
  afterAll(() => sandbox.stop());

  const page = async (params: object) => {
    const { data, has_more } = await sandbox.stripe.customers.list(params);
    return { ids: data.map(({ id }) => id), has_more };
  };

  test("come newest first, in pages either way", async () => {
    expect(await page({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), has_more: true });
    expect(await page({ limit: 2, starting_after: ids[1] })).toEqual({
      ids: ids.slice(2, 4),
      has_more: true,
    });
    expect(await page({ limit: 2, starting_after: ids[3] })).toEqual({ ids: ids.slice(4), has_more: false });
    expect(await page({ limit: 2, ending_before: ids[4] })).toEqual({ ids: ids.slice(2, 4), has_more: true });
    expect(await page({ limit: 2, ending_before: ids[1] })).toEqual({
      ids: ids.slice(0, 1),
      has_more: false,
    });
  });

  test("are walked by the SDK's own pager", async () => {
    const walked: string[] = [];
    for await (const { id } of sandbox.stripe.customers.list({ limit: 2 })) walked.push(id);
    expect(walked).toEqual(ids);
  });

  test("filter by field and time", async () => {
    expect((await page({ email: "1@example.com" })).ids).toHaveLength(3);
    expect((await page({ created: { gte: Math.floor(Date.now() / 1000) + 60 } })).ids).toEqual([]);
    expect((await page({ created: { lte: Math.floor(Date.now() / 1000) + 60 } })).ids).toHaveLength(5);
    const events = await sandbox.stripe.events.list({ types: ["customer.*", "charge.succeeded"], limit: 3 });
    expect(events).toMatchObject({ has_more: true, url: "/v1/events" });
    expect((await sandbox.stripe.events.list({ type: "charge.succeeded" })).data).toEqual([]);
  });

  test.each([
    [{ limit: 0 }, "limit"],
    [{ limit: 101 }, "limit"],
    [{ starting_after: "cus_x" }, "starting_after"],
    [{ created: { gte: "x" } }, "created"],
  ])("refuse %j", async (params, param) => {
    await expect(page(params)).rejects.toMatchObject({
      statusCode: 400,
      param: expect.stringContaining(param),
    });
  });
});
