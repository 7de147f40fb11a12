import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { aMark } from "../../sandbox/builders/ids.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { eventually, Product } from "../../sandbox/builders/product.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { sendRaw } from "../support/raw-request.ts";
import { ServiceProxy } from "../support/service-proxy.ts";

const NEW_ID = /^[0-9a-f]{16}$/;
const TOKEN = "a".repeat(43);
const sandbox = ownSandbox();
const database = new ServiceProxy(sandbox.SUPABASE_URL);
const lines: string[] = [];
let product: Product;
let app: AppProcess;

beforeAll(async () => {
  const settings = await atOwnAddress(sandbox);
  product = new Product(settings);
  app = new AppProcess(settings, (line) => lines.push(line));
  await app.start({ SUPABASE_URL: await database.start() });
}, 60_000);
afterEach(() => database.set("pass"));
afterAll(async () => {
  await app.kill();
  await database.stop();
});

/** The lines of the log about one event that were written for a request by now. */
const written = (event: string, request: string | null) =>
  lines
    .filter((line) => line.includes(`"${event}"`))
    .map((line) => JSON.parse(line))
    .filter((line) => line.request === request);

/** Waits for them. */
const linesOf = (event: string, request: string | null) =>
  eventually(
    async () => written(event, request),
    (found) => found.length > 0,
  );

test.each([
  ["GET", paths.home],
  ["GET", paths.pricing],
  ["GET", paths.icon],
  ["GET", "/robots.txt"],
  ["GET", paths.login],
  ["GET", paths.dashboard],
  ["GET", paths.track(TOKEN)],
  ["GET", "/nothing"],
  ["GET", "/%"],
  ["GET", "/nothing/"],
  ["GET", "/api/nothing"],
  ["GET", apiPaths.profile],
  ["GET", apiPaths.health],
  ["GET", apiPaths.ready],
  ["POST", apiPaths.login],
  ["POST", apiPaths.stripeWebhook],
  ["POST", apiPaths.cronOutbox],
  ["POST", staffApiPaths.photoUpload],
])("%s %s is answered with an id of its own, which its client cannot choose", async (method, target) => {
  const ask = () =>
    sendRaw(product.appUrl, { method, target, headers: { "x-request-id": "chosen-by-a-client" } });
  const [first, second] = await Promise.all([ask(), ask()]);
  for (const { headers } of [first, second]) expect(headers["x-request-id"]).toMatch(NEW_ID);
  expect(first.headers["x-request-id"]).not.toBe(second.headers["x-request-id"]);
});

test("the log's lines carry the id that was answered: of endpoints, machines and jobs", async () => {
  const refused = await product.get(apiPaths.profile);
  const [line] = await linesOf("api.refused", refused.headers.get("x-request-id"));
  expect(line).toMatchObject({ route: apiPaths.profile, status: 401 });
  const hook = await product.deliver("{}", { secret: "whsec_wrong" });
  await linesOf("webhook.refused", hook.headers.get("x-request-id"));
  const job = await product.post(apiPaths.cronOutbox, {}, { token: aMark().repeat(4) });
  await linesOf("api.refused", job.headers.get("x-request-id"));
});

test("a mail that is sent after the answer is told with the request that it follows", async () => {
  // Else the other instance may book the payment first.
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  const { body, cookie } = await product.openCheckout({});
  await product.pay(body.sessionId, { email: `${aMark()}@example.com` });
  const paid = await product.post(apiPaths.processPaygPayment, { session_id: body.sessionId }, { cookie });
  const id = paid.headers.get("x-request-id");
  await linesOf("checkout.applied", id);
  expect((await linesOf("mail.sent", id)).map(({ kind }) => kind)).toContain("order_confirmation");
  await product.control("/faults", {}, "DELETE");
});

test("a page that cannot be made is told with its route, its request, and what its visitor is shown", async () => {
  database.set("refuse");
  const { status, headers, body } = await product.get(`${paths.track(TOKEN)}?q=${aMark()}`);
  expect(status).toBe(500);
  const id = headers.get("x-request-id");
  const [line] = await linesOf("page.failed", id);
  expect(line).toMatchObject({ level: "error", route: "/track/[id]" });
  expect(line.reference).toMatch(new RegExp(`^${id}(-\\d+)?$`));
  expect(body).toContain(line.reference);
  expect(lines.filter((one) => one.startsWith("{") && one.includes(TOKEN))).toEqual([]);
});

test("a call of the database that takes long is told by its name, with the route that it was made for", async () => {
  database.set("silent");
  const { headers } = await product.get(paths.track(TOKEN));
  const [line] = await linesOf("call.slow", headers.get("x-request-id"));
  expect(line).toMatchObject({ level: "warn", service: "database", route: "/track/[id]" });
  expect(line.name).toMatch(/^get_tracked_/);
  expect(line.ms).toBeGreaterThan(4_900);
}, 30_000);

describe("behind a proxy of ours", () => {
  const behind: string[] = [];
  let own: AppProcess;
  let proxied: Product;
  beforeAll(async () => {
    const settings = await atOwnAddress(sandbox);
    proxied = new Product(settings);
    own = new AppProcess(settings, (line) => behind.push(line));
    await own.start({ TRUSTED_PROXY_HOPS: "1" });
  }, 60_000);
  afterAll(() => own.kill());

  test("its plain id is kept, answered and logged; one that is not plain is replaced", async () => {
    const ask = (id: string) =>
      sendRaw(proxied.appUrl, {
        method: "POST",
        target: apiPaths.stripeWebhook,
        headers: { "x-request-id": id },
      });
    const id = "0b0f3e1c-5d3e-4b43-9d0e-3f7a5a1c2b4d";
    expect((await ask(id)).headers["x-request-id"]).toBe(id);
    await eventually(
      async () => behind.join("\n"),
      (text) => text.includes(`"request":"${id}"`),
    );
    for (const odd of ["short", "jane@example.org", "DYNAMIC_SERVER_USAGE", "x".repeat(65)]) {
      expect((await ask(odd)).headers["x-request-id"]).toMatch(NEW_ID);
    }
  });
});
