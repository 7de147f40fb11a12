import { randomUUID } from "node:crypto";
import { createServer, request as forward, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";
import { paths } from "../../lib/base/paths.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { mailToken } from "../../lib/profile/mail-token.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import {
  type Answer,
  logInAsCustomer,
  logInAsStaff,
  Product,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";

jest.setTimeout(180_000);

type Calls = { database: number; auth: number; payments: number };

type Service = keyof Calls;

/** Email delivery starts with this call, before or after the response, and repeats it until nothing is left. */
const CLAIM = /\/rpc\/claim_outbox$/;

const QUIET_MS = 800;

/** A delivery that was cut off claims no more. */
const DELIVERY_MS = 20_000;

class CallCounter {
  readonly #servers: Server[] = [];
  #seen: { service: Service; what: string }[] = [];
  #last = 0;
  /** The mail server may take this long between two claims. */
  #isDelivering = false;

  async before(upstream: string, serviceOf: (path: string) => Service): Promise<string> {
    const server = createServer((incoming, outgoing) => {
      const path = incoming.url ?? "/";
      const what = `${incoming.method} ${path.split("?")[0]}`;
      this.#seen.push({ service: serviceOf(path), what });
      this.#last = Date.now();
      const isClaim = CLAIM.test(what);
      if (isClaim) this.#isDelivering = true;
      const { hostname, port } = new URL(upstream);
      const headers = { ...incoming.headers, host: `${hostname}:${port}` };
      const call = forward({ hostname, port, path, method: incoming.method, headers }, (answer) => {
        if (isClaim) this.#heedClaim(answer);
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      call.on("error", () => outgoing.destroy());
      incoming.pipe(call);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  /** Counts the calls of `work` until it resolves, then waits for what continues after the response. */
  async during<T>(work: () => Promise<T>): Promise<{ calls: Calls; what: string[]; value: T }> {
    await this.#quiet();
    this.#seen = [];
    const value = await work();
    const delivery = this.#seen.findIndex(({ what }) => CLAIM.test(what));
    const seen = delivery < 0 ? this.#seen : this.#seen.slice(0, delivery);
    const calls: Calls = { database: 0, auth: 0, payments: 0 };
    for (const { service } of seen) calls[service] += 1;
    await this.#quiet();
    return { calls, what: seen.map(({ what }) => what), value };
  }

  #heedClaim(answer: IncomingMessage): void {
    let rows = "";
    answer.on("data", (chunk) => {
      rows += chunk;
    });
    answer.on("end", () => {
      this.#isDelivering = rows.trim() !== "[]";
    });
  }

  async #quiet(): Promise<void> {
    const waited = () => Date.now() - this.#last;
    do await new Promise((resolve) => setTimeout(resolve, 100));
    while (waited() < QUIET_MS || (this.#isDelivering && waited() < DELIVERY_MS));
  }
}

const settings = ownSandbox();
const counter = new CallCounter();
let product: Product;
let app: AppProcess;
const sql = postgres(settings.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });

beforeAll(async () => {
  const own = await atOwnAddress(settings);
  product = new Product(own);
  app = new AppProcess(own);
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  const serviceOf = (path: string) => (path.startsWith("/auth/") ? "auth" : "database");
  await app.start({
    SUPABASE_URL: await counter.before(settings.SUPABASE_URL, serviceOf),
    STRIPE_API_URL: await counter.before(settings.STRIPE_API_URL, () => "payments"),
  });
  // The app caches the published keys.
  await page("/dashboard", (await logInAsCustomer(product)).cookie);
});

afterAll(async () => {
  await product.control("/faults", {}, "DELETE");
  await app.kill();
  await counter.stop();
  await sql.end();
});

/** Calls of the data API, the auth service and Stripe that each request makes before its response. */
const CALLS: Record<string, [database: number, auth: number, payments: number]> = {
  "GET /": [0, 0, 0],
  "GET /pricing": [0, 0, 0],
  "GET /track/sample": [0, 0, 0],
  "GET /login": [0, 1, 0],
  "GET /dashboard": [1, 0, 0],
  "GET /dashboard, a batch that is here in its drawer": [1, 0, 0],
  "GET /track, a batch that is here": [1, 0, 0],
  "GET /mail": [1, 0, 0],
  "GET /submit": [1, 0, 0],
  "GET /portal/profile": [1, 1, 0],
  "GET /admin": [1, 1, 0],
  "GET /admin/order": [1, 1, 0],
  "GET /admin/receive": [1, 1, 0],
  "GET /admin/grader": [1, 1, 0],
  "GET /admin/returns": [1, 1, 0],
  "GET /admin/reconcile": [1, 1, 0],
  "GET /admin/numbers": [1, 1, 0],
  "GET /admin/activity": [1, 1, 0],
  "POST create-checkout-session, guest": [3, 0, 1],
  "POST create-checkout-session, person": [4, 1, 1],
  "GET /submission-confirmation, not yet applied": [1, 0, 0],
  "POST process-payg-payment": [2, 0, 1],
  "GET /submission-confirmation, paid": [1, 0, 0],
  "GET /submission-confirmation, of a batch that is here": [1, 0, 0],
  "POST webhooks/stripe, batch paid": [2, 0, 1],
  "POST createCheckoutSession, first": [5, 1, 5],
  "POST processSuccess": [4, 0, 2],
};

async function expectCalls(request: string, work: () => Promise<Answer>): Promise<Answer> {
  const { calls, what, value } = await counter.during(work);
  expect(value.status).toBeLessThan(400);
  const [database, auth, payments] = CALLS[request] ?? [];
  expect({ request, ...calls, what }).toEqual({ request, database, auth, payments, what });
  return value;
}

const page = (path: string, cookie = "") => product.get(path, { cookie });

test("makes exactly the expected backend calls for public pages", async () => {
  await expectCalls("GET /", () => page("/"));
  await expectCalls("GET /pricing", () => page("/pricing"));
  await expectCalls("GET /track/sample", () => page(paths.trackSample));
  await expectCalls("GET /login", () => page("/login"));
  await expectCalls("GET /mail", () => page(paths.mail(mailToken(anEmail()))));
});

test("makes exactly the expected backend calls for customer pages", async () => {
  const { cookie } = await logInAsCustomer(product);
  await expectCalls("GET /dashboard", () => page("/dashboard", cookie));
  await expectCalls("GET /submit", () => page("/submit", cookie));
  await expectCalls("GET /portal/profile", () => page("/portal/profile", cookie));
});

test("makes exactly the expected backend calls for pages about a checked-in batch", async () => {
  const opened = await product.openCheckout({});
  const { sessionId, order_id: id, batch_id: batchId } = opened.body;
  await product.pay(sessionId, { email: "calls@example.com" });
  const paid = { session_id: sessionId, order_id: id };
  await product.post("/api/process-payg-payment", paid, { cookie: opened.cookie });
  await sql`update grading_orders set submission_status = 'received', fulfillment_status = 'grading',
    received_count = num_cards, package_condition = 'ok' where id = ${id}`;
  await expectCalls("GET /track, a batch that is here", () => page(`/track/${trackingToken(id, 1)}`));
  const confirmation = `/submission-confirmation?session_id=${sessionId}&batch_id=${batchId}&mode=payg`;
  await expectCalls("GET /submission-confirmation, of a batch that is here", () =>
    page(confirmation, opened.cookie),
  );
  const { userId, cookie } = await logInAsCustomer(product);
  await sql`update grading_orders set user_id = ${userId} where id = ${id}`;
  await expectCalls("GET /dashboard, a batch that is here in its drawer", () =>
    page(`/dashboard?batch=${batchId}`, cookie),
  );
  const { cookie: staff } = await logInAsStaff(product, sql);
  await expectCalls("GET /admin/order", () => page(`/admin/order/${id}`, staff));
});

test("makes exactly the expected backend calls for staff pages", async () => {
  const { cookie } = await logInAsStaff(product, sql);
  await expectCalls("GET /admin", () => page("/admin", cookie));
  await expectCalls("GET /admin/receive", () => page("/admin/receive", cookie));
  await expectCalls("GET /admin/grader", () => page("/admin/grader", cookie));
  await expectCalls("GET /admin/returns", () => page("/admin/returns", cookie));
  await expectCalls("GET /admin/reconcile", () => page("/admin/reconcile", cookie));
  await expectCalls("GET /admin/numbers", () => page("/admin/numbers", cookie));
  await expectCalls("GET /admin/activity", () => page("/admin/activity", cookie));
});

test("makes exactly the expected backend calls for a guest's checkout", async () => {
  const opened = await expectCalls("POST create-checkout-session, guest", () => product.openCheckout({}));
  const { sessionId, batch_id: batchId } = opened.body;
  const { cookie } = opened;
  await product.pay(sessionId, { email: "calls@example.com" });
  const confirmation = `/submission-confirmation?session_id=${sessionId}&batch_id=${batchId}&mode=payg`;
  await expectCalls("GET /submission-confirmation, not yet applied", () => page(confirmation, cookie));
  const body = { session_id: sessionId, order_id: opened.body.order_id };
  await expectCalls("POST process-payg-payment", () =>
    product.post("/api/process-payg-payment", body, { cookie }),
  );
  await expectCalls("GET /submission-confirmation, paid", () => page(confirmation, cookie));
});

test("makes exactly the expected backend calls for a customer's checkout and webhook", async () => {
  const { token } = await product.person();
  const opened = await expectCalls("POST create-checkout-session, person", () =>
    product.openCheckout({ token }),
  );
  await product.pay(opened.body.sessionId);
  const { data } = await stripeOf(new Product(settings)).events.list({
    type: "checkout.session.completed",
    limit: 20,
  });
  const event = data.find((one) => (one.data.object as { id: string }).id === opened.body.sessionId);
  // A separate ID, because the event itself counts as missed.
  const delivery = JSON.stringify({ ...event, id: `evt_${randomUUID().replaceAll("-", "")}` });
  await expectCalls("POST webhooks/stripe, batch paid", () => product.deliver(delivery));
});

test("makes exactly the expected backend calls for a membership checkout", async () => {
  const { token } = await product.person();
  const body = { price_id: "price_sandbox_pro" };
  const opened = await expectCalls("POST createCheckoutSession, first", () =>
    product.post("/api/createCheckoutSession", body, { token }),
  );
  const sessionId = /cs_test_\w+/.exec(opened.body.url)?.[0] ?? "";
  await product.pay(sessionId);
  const success = () => product.post("/api/processSuccess", { session_id: sessionId }, { token });
  // The email is sent after the response and reads the membership once more.
  await success();
  await expectCalls("POST processSuccess", success);
});
