import { eventually } from "../builders/product.ts";
import { aSandbox, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

describe("Idempotency-Key", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const create = (idempotencyKey: string, more = {}) =>
    sandbox.stripe.checkout.sessions.create(sessionParams(more), { idempotencyKey });

  test("repeats the stored reply", async () => {
    const first = await create("key-1");
    const second = await create("key-1");
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.lastResponse.headers["original-request"]).toBe(first.lastResponse.requestId);
    expect((await sandbox.stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  test("refuses other parameters and other endpoints", async () => {
    await create("key-1");
    await expect(create("key-1", { client_reference_id: "other" })).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeIdempotencyError",
    });
    await expect(
      sandbox.stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "key-1" }),
    ).rejects.toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  });

  test("does not keep a failed parameter check", async () => {
    await expect(create("key-1", { expires_at: "soon" })).rejects.toMatchObject({ param: "expires_at" });
    await expect(create("key-1")).resolves.toMatchObject({ status: "open" });
  });

  test("keeps an error of the work itself", async () => {
    const { id } = await create("key-1");
    const { sessions } = sandbox.stripe.checkout;
    await sessions.expire(id);
    const expire = () => sessions.expire(id, {}, { idempotencyKey: "key-2" });
    const first = await expire().catch((error) => error);
    const second = await expire().catch((error) => error);
    expect(first).toMatchObject({ statusCode: 400 });
    expect(second).toMatchObject({ statusCode: 400, message: first.message });
    expect(second.headers["idempotent-replayed"]).toBe("true");
  });

  test("answers 409 while the first call is still running", async () => {
    await sandbox.control("POST", "/faults", { target: "api", waits: true });
    const first = create("key-1");
    await eventually(
      () => sandbox.control<{ waiting: number }>("GET", "/faults/waiting"),
      ({ waiting }) => waiting === 1,
    );
    await expect(create("key-1")).rejects.toMatchObject({
      statusCode: 409,
      rawType: "idempotency_error",
      code: "idempotency_key_in_use",
    });
    await sandbox.control("POST", "/faults/resume");
    await expect(first).resolves.toMatchObject({ status: "open" });
  });

  test("repeats a stored 500 until the key is a day old", async () => {
    await sandbox.control("POST", "/faults", { target: "api", status: 500, stored: true });
    await expect(create("key-1")).rejects.toMatchObject({ statusCode: 500, type: "StripeAPIError" });
    await expect(create("key-1")).rejects.toMatchObject({ statusCode: 500 });
    await expect(create("key-2")).resolves.toMatchObject({ status: "open" });
    await sandbox.control("POST", "/clock", { advance: 24 * 3600 });
    await expect(create("key-1")).resolves.toMatchObject({ status: "open" });
  });
});
