import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths, withQuery } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { anEmail, aSessionId, uniqueToken } from "../../sandbox/builders/ids.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { sessionIn } from "../../sandbox/builders/person.ts";
import { eventually, logInAsCustomer, logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { addQueuedMail, orderOfBatch } from "../../sandbox/builders/rows.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { submission } from "../support/limited-uses.ts";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type Sent = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number; message?: string };
  attributes?: Attribute[];
};
type Body = { resourceSpans?: { scopeSpans?: { spans?: Sent[] }[] }[] };

type ReceivedSpan = Omit<Sent, "attributes"> & { attributes: Record<string, string | number> };

class SpanReceiver {
  readonly heard: string[] = [];
  readonly spans: ReceivedSpan[] = [];
  batches = 0;
  readonly #keeps: boolean;
  #server: Server | undefined;

  constructor({ keeps = true }: { keeps?: boolean } = {}) {
    this.#keeps = keeps;
  }

  async start(): Promise<{ OTEL_EXPORTER_OTLP_ENDPOINT: string }> {
    const server = createServer((request, response) => {
      this.batches += 1;
      const taken = this.#keeps
        ? text(request).then((body) => this.#keep(`${request.url} ${JSON.stringify(request.headers)}`, body))
        : Promise.resolve(void request.resume());
      taken.then(
        () => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    return { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  #keep(head: string, body: string): void {
    this.heard.push(head, body);
    const { resourceSpans = [] } = JSON.parse(body) as Body;
    const sent = resourceSpans.flatMap(({ scopeSpans = [] }) =>
      scopeSpans.flatMap(({ spans = [] }) => spans),
    );
    for (const { attributes = [], ...span } of sent) {
      const named = attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]);
      this.spans.push({ ...span, attributes: Object.fromEntries(named) });
    }
  }
}

const settings = ownSandbox();
const sql = postgres(settings.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });
const receiver = new SpanReceiver();
const lines: string[] = [];
let product: Product;
let app: AppProcess;

/** Values that no span may contain, by where they appear. */
const canaries: Record<string, string> = {
  "a path": uniqueToken().repeat(4).slice(0, 43),
  "a path of nobody": uniqueToken(),
  "a query": anEmail(),
  "a body": uniqueToken(),
  "a header": uniqueToken(),
  "a request's id": `canary-${uniqueToken()}`,
  "a payment's id": aSessionId(),
  "a password": `${uniqueToken()}-password`,
  "a trace of the caller's": createHash("md5").update(uniqueToken()).digest("hex"),
};
const canaryOf = (name: string) => canaries[name] ?? "";

beforeAll(async () => {
  const own = await atOwnAddress(settings);
  product = new Product(own);
  app = new AppProcess(own, (line) => lines.push(line));
  // Otherwise the other instance may record the payment and send its email.
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  await app.start({ ...(await receiver.start()), TRUSTED_PROXY_HOPS: "1" });
}, 60_000);

afterAll(async () => {
  await product.control("/faults", {}, "DELETE");
  await app.kill();
  await receiver.stop();
  await sql.end();
});

const strange = () => ({
  "user-agent": canaryOf("a header"),
  referer: `https://example.org/${canaryOf("a header")}`,
  "x-request-id": canaryOf("a request's id"),
  traceparent: `00-${canaryOf("a trace of the caller's")}-00f067aa0ba902b7-01`,
  tracestate: `canary=${canaryOf("a header")}`,
  baggage: `user=${canaryOf("a header")}`,
});

async function live(): Promise<void> {
  const query = { q: canaryOf("a query") };
  const headers = strange();
  await product.get(withQuery(paths.track(canaryOf("a path")), query), { headers });
  await product.get(`/${canaryOf("a path of nobody")}`, { headers });
  await product.get(`/api/${canaryOf("a path of nobody")}`, { headers });
  await product.get(withQuery(paths.login, { next: `/submit?email=${canaryOf("a query")}` }), { headers });
  await product.get(paths.home, { headers });
  const { cookie, email } = await logInAsCustomer(product);
  canaries["a customer's address"] = email;
  canaries["a session"] = sessionIn(cookie).refresh_token;
  await product.get(withQuery(paths.dashboard, { batch: canaryOf("a query") }), { cookie, headers });
  const staff = await logInAsStaff(product, sql);
  await product.get(withQuery(staffPaths.orders, query), { cookie: staff.cookie, headers });
  await product.post(apiPaths.login, { email: canaryOf("a query"), password: canaryOf("a password") });
  await product.post(apiPaths.processPaygPayment, { session_id: canaryOf("a payment's id") });
  await product.deliver(JSON.stringify({ id: canaryOf("a body") }), { secret: "whsec_wrong" });
  const opened = await product.post(apiPaths.orderCheckout, submission({ notes: canaryOf("a body") }));
  expect(opened.status).toBe(200);
  const { sessionId, batch_id: batchId } = opened.body;
  Object.assign(canaries, { "a payment page's id": sessionId, "a batch's id": batchId });
  await product.pay(sessionId, { email: canaryOf("a query") });
  const paid = await product.post(
    apiPaths.processPaygPayment,
    { session_id: sessionId },
    { cookie: opened.cookie },
  );
  expect(paid.status).toBe(200);
  const order = await eventually(
    () => orderOfBatch(sql, batchId),
    (row) => row?.payment_status === "paid",
  );
  await addQueuedMail(sql, { kind: "order_confirmation", payload: { order_id: String(order?.id) } });
  expect((await product.runJob(apiPaths.cronOutbox)).body.sent).toBeGreaterThan(0);
}

const named = (name: string) => receiver.spans.filter((span) => span.name === name);

test("traces pages and service calls without personal data", async () => {
  await live();
  const isThere = (name: string) => named(name).length > 0;
  await eventually(
    async () =>
      [
        "GET /track/[id]",
        "GET /dashboard",
        "GET /admin",
        "POST /api/create-checkout-session",
        "database get_tracked_order",
        "database get_dashboard",
        "payments POST v1/checkout/sessions",
        "payments GET v1/checkout/sessions/{id}",
        "mail order_confirmation",
        "auth POST token",
        "AppRender.getBodyResult",
        "AppRouteRouteHandlers.runHandler",
        "Middleware.execute",
      ].filter((name) => !isThere(name)),
    (missing) => missing.length === 0,
  );
  await app.terminate();
  const sent = receiver.heard.join("\n");
  const isSent = (value: string) => sent.includes(value) || sent.includes(encodeURIComponent(value));
  expect(Object.entries(canaries).filter(([, value]) => value.length < 8 || isSent(value))).toEqual([]);
  const allowed = /^(http\.(request\.method|route|response\.status_code)|peer\.service|call\.name)$/;
  const names = new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...names].filter((name) => !allowed.test(name))).toEqual([]);
  expect(receiver.spans.filter(({ status }) => status?.message)).toEqual([]);
}, 120_000);
