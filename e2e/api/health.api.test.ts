import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { sandboxNamed } from "../../sandbox/builders/named-sandbox.ts";
import { eventually, Product } from "../../sandbox/builders/product.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { ServiceProxy } from "../support/service-proxy.ts";

const sandbox = sandboxNamed("events");
const database = new ServiceProxy(sandbox.SUPABASE_URL);
const payments = new ServiceProxy(sandbox.STRIPE_API_URL);
let product: Product;
let app: AppProcess;

beforeAll(async () => {
  const settings = await atOwnAddress(sandbox);
  product = new Product(settings);
  app = new AppProcess({
    ...settings,
    SUPABASE_URL: await database.start(),
    STRIPE_API_URL: await payments.start(),
  });
  await app.start();
});
afterEach(() => {
  for (const service of [database, payments]) service.set("pass");
});
afterAll(async () => {
  await app.kill();
  for (const service of [database, payments]) await service.stop();
});

const ask = async (path: string) => {
  const { status, body, headers } = await product.get(path);
  return { status, body, cache: headers.get("cache-control") };
};

/** What it says once that is so: an answer is kept for a second, and the former test may have asked. */
const readyAs = (isSo: (answer: Awaited<ReturnType<typeof ask>>) => boolean) =>
  eventually(() => ask(apiPaths.ready), isSo);

test("a process lives and is ready; payments and mail are not asked", async () => {
  expect(await ask(apiPaths.health)).toEqual({
    status: 200,
    body: { status: "alive" },
    cache: "private, no-store",
  });
  expect(await ask(apiPaths.ready)).toEqual({
    status: 200,
    body: { status: "ready", database: "ok", auth: "ok", payments: "unknown", mail: "unknown" },
    cache: "private, no-store",
  });
});

test("without its services it lives, and is not ready until they are back", async () => {
  database.set("refuse");
  expect(await readyAs(({ status }) => status === 503)).toMatchObject({
    status: 503,
    body: { status: "not_ready", database: "away", auth: "away" },
  });
  expect((await ask(apiPaths.health)).status).toBe(200);
  database.set("pass");
  expect(await readyAs(({ status }) => status === 200)).toMatchObject({ body: { status: "ready" } });
});

test("a payment service that is away is told by its last call, and sends no visitor elsewhere", async () => {
  payments.set("refuse");
  expect((await product.openCheckout({})).status).toBe(503);
  expect(await readyAs(({ body }) => body.payments === "degraded")).toMatchObject({ status: 200 });
  payments.set("pass");
  expect((await product.openCheckout({})).status).toBe(200);
  expect(await readyAs(({ body }) => body.payments === "ok")).toMatchObject({ status: 200 });
});

describe("a process that is asked to end", () => {
  afterEach(() => app.start());

  test("gives the answers that it has begun, closes what is idle, and ends", async () => {
    // A reader whose connection stays open between its questions.
    const idle = connect(Number(new URL(product.appUrl).port), "localhost");
    idle.write("GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await new Promise((resolve) => idle.once("data", resolve));
    payments.set("silent");
    const answer = product.openCheckout({});
    await eventually(
      async () => payments.taken,
      (count) => count > 0,
    );
    const ended = app.terminate();
    expect((await answer).status).toBe(503);
    const { said, ms } = await ended;
    expect(said).toContain("code 143");
    expect(ms).toBeLessThan(10_000);
    idle.destroy();
  });

  test("does not wait for a question that never ends", async () => {
    const stuck = request(new URL(apiPaths.login, product.appUrl), {
      method: "POST",
      // The server says that it has begun to read.
      headers: { "content-type": "application/json", "content-length": "1000", expect: "100-continue" },
    });
    stuck.on("error", () => {});
    await once(stuck, "continue");
    stuck.write("{");
    const { said, ms } = await app.terminate();
    expect(said).toContain("code 143");
    expect(ms).toBeLessThan(12_000);
    stuck.destroy();
  });
});
