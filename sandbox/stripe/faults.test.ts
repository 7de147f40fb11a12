import type { LoggedRequest } from "./request-log.ts";
import { aSandbox, type RunningSandbox, sessionParams } from "./testing/a-sandbox.ts";

describe("faults on demand", () => {
  let sandbox: RunningSandbox;
  beforeEach(async () => {
    sandbox = await aSandbox();
  });
  afterEach(() => sandbox.stop());

  const fault = (spec: object) => sandbox.control("POST", "/faults", { target: "api", ...spec });
  const create = (idempotencyKey?: string) =>
    sandbox.stripe.checkout.sessions.create(sessionParams(), idempotencyKey ? { idempotencyKey } : {});
  const count = async () => (await sandbox.stripe.checkout.sessions.list()).data.length;

  test("answer a status so many times, without an effect", async () => {
    await fault({ method: "POST", path: "/v1/checkout/sessions", status: 503, times: 2 });
    await expect(create("key")).rejects.toMatchObject({ statusCode: 503 });
    await expect(create("key")).rejects.toMatchObject({ statusCode: 503 });
    expect(await count()).toBe(0);
    await expect(create("key")).resolves.toMatchObject({ status: "open" });
  });

  test("let some requests pass first and match paths with *", async () => {
    await fault({ path: "/v1/checkout/sessions/*", status: 429, skip: 1, code: "rate_limit" });
    const { id } = await create();
    const retrieve = () => sandbox.stripe.checkout.sessions.retrieve(id);
    await expect(retrieve()).resolves.toMatchObject({ id });
    await expect(retrieve()).rejects.toMatchObject({ statusCode: 429, code: "rate_limit" });
    await expect(retrieve()).resolves.toMatchObject({ id });
  });

  test("meet the requests with some parameters alone", async () => {
    const [one, other] = [await sandbox.stripe.customers.create(), await sandbox.stripe.customers.create()];
    const createFor = (customer: string) =>
      sandbox.stripe.checkout.sessions.create({ ...sessionParams(), customer });
    await fault({
      path: "/v1/checkout/sessions",
      params: { customer: one.id, mode: "payment" },
      status: 503,
    });
    await expect(create()).resolves.toMatchObject({ status: "open" });
    await expect(createFor(other.id)).resolves.toMatchObject({ status: "open" });
    await expect(createFor(one.id)).rejects.toMatchObject({ statusCode: 503 });
    await expect(createFor(one.id)).resolves.toMatchObject({ status: "open" });
  });

  test("cut the connection before or after the work", async () => {
    // The SDK tries once more by itself when a connection breaks.
    await fault({ dropConnection: true, times: 2 });
    await expect(create()).rejects.toMatchObject({ type: "StripeConnectionError" });
    expect(await count()).toBe(0);
    await fault({ dropConnection: true, times: 2, when: "after" });
    await expect(create("key")).rejects.toMatchObject({ type: "StripeConnectionError" });
    expect(await count()).toBe(1);
    const session = await create("key");
    expect(session.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await count()).toBe(1);
  });

  test("lose the answer of work that was done", async () => {
    await fault({ status: 500, when: "after" });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    expect(await count()).toBe(1);
  });

  test("answer something that is not JSON", async () => {
    await fault({ body: '{"id": "cs_te' });
    await expect(create()).rejects.toMatchObject({ type: "StripeAPIError" });
  });

  test("take their time", async () => {
    await fault({ delayMs: 60 });
    const start = performance.now();
    await create();
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  test("can be listed and removed, and are checked", async () => {
    await fault({ status: 500, times: null });
    expect(await sandbox.control("GET", "/faults")).toMatchObject({ data: [{ status: 500, times: null }] });
    expect(await sandbox.control("DELETE", "/faults")).toEqual({ data: [] });
    await expect(create()).resolves.toMatchObject({ status: "open" });
    expect(await sandbox.control("POST", "/faults", { target: "api", colour: 1 })).toHaveProperty("error");
  });

  test("show in the log of requests", async () => {
    await fault({ dropConnection: true });
    await create("key");
    await create("key");
    const { data } = await sandbox.control<{ data: LoggedRequest[] }>("GET", "/requests?method=POST");
    expect(data.map(({ status, replayed, faulted }) => ({ status, replayed, faulted }))).toEqual([
      { status: 0, replayed: false, faulted: true },
      { status: 200, replayed: false, faulted: false },
      { status: 200, replayed: true, faulted: false },
    ]);
    expect(data[1]).toMatchObject({
      idempotencyKey: "key",
      params: { line_items: { 0: { price_data: { unit_amount: "2500" } } }, mode: "payment" },
      path: "/v1/checkout/sessions",
    });
    const later = await sandbox.control<{ data: LoggedRequest[] }>("GET", `/requests?since=${data[1]?.seq}`);
    expect(later.data).toHaveLength(1);
  });

  test("are not for foreign web pages", async () => {
    const reset = (headers: Record<string, string>) =>
      fetch(`${sandbox.url}/_control/reset`, { method: "POST", headers, body: "{}" });
    await create();
    expect((await reset({ "Content-Type": "text/plain" })).status).toBe(415);
    expect(await count()).toBe(1);
    await sandbox.control("POST", "/reset");
    expect(await count()).toBe(0);
  });
});
