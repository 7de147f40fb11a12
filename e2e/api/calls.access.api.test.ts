import { createServer, request as forward, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { mailToken } from "../../lib/profile/mail-token.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { sessionOf } from "../../sandbox/builders/members.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { type Answer, logInAsCustomer, logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";

jest.setTimeout(180_000);

type Calls = [database: number, auth: number, payments: number];
type Service = "database" | "auth" | "payments";

const VISITORS = {
  visitor: async () => ({ cookie: "" }),
  customer: () => logInAsCustomer(product),
  staff: () => logInAsStaff(product, sql),
};

/** Calls to the data API, the auth service and Stripe before the response. The first /login caches the provider list. */
const PAGES: [visitor: keyof typeof VISITORS, path: string, calls: Calls][] = [
  ["visitor", paths.home, [0, 0, 0]],
  ["visitor", paths.pricing, [0, 0, 0]],
  ["visitor", paths.trackSample, [0, 0, 0]],
  ["visitor", paths.login, [0, 1, 0]],
  ["customer", paths.dashboard, [1, 0, 0]],
  ["customer", paths.submit, [1, 0, 0]],
  ["customer", paths.profile, [1, 1, 0]],
  ["staff", staffPaths.orders, [1, 1, 0]],
  ["staff", staffPaths.receive, [1, 1, 0]],
  ["staff", staffPaths.grader, [1, 1, 0]],
  ["staff", staffPaths.returns, [1, 1, 0]],
  ["staff", staffPaths.reconcile, [1, 1, 0]],
  ["staff", staffPaths.numbers, [1, 1, 0]],
  ["staff", staffPaths.activity, [1, 1, 0]],
];
const REQUESTS = {
  "GET /mail": [1, 0, 0],
  "GET /dashboard, a batch that is here": [1, 0, 0],
  "GET /track, a batch that is here": [1, 0, 0],
  "GET /submission-confirmation, a batch that is here": [1, 0, 0],
  "GET /admin/order, a batch that is here": [1, 1, 0],
  "POST create-checkout-session, guest": [3, 0, 1],
  "GET /submission-confirmation, not yet recorded": [1, 0, 0],
  "POST process-payg-payment": [2, 0, 1],
  "GET /submission-confirmation, paid": [1, 0, 0],
  "POST create-checkout-session, customer": [4, 1, 1],
  "POST webhooks/stripe, batch paid": [2, 0, 1],
  "POST createCheckoutSession": [5, 1, 5],
  "POST processSuccess": [4, 0, 2],
} satisfies Record<string, Calls>;

/** Email delivery starts with this call, before or after the response, and repeats it until the queue is empty. */
const CLAIM = /\/rpc\/claim_outbox$/;
const QUIET_MS = 800;
/** A delivery without calls for this long was interrupted and makes no more. */
const DELIVERY_MS = 20_000;

const servers: Server[] = [];
let seen: { service: Service; what: string }[] = [];
let lastCallAt = 0;
let isDelivering = false;

async function countCalls(upstream: string, serviceOf: (path: string) => Service): Promise<string> {
  const { hostname, port } = new URL(upstream);
  const server = createServer((incoming, outgoing) => {
    const { url: path = "/", method } = incoming;
    const what = `${method} ${path.split("?")[0]}`;
    seen.push({ service: serviceOf(path), what });
    lastCallAt = Date.now();
    const headers = { ...incoming.headers, host: `${hostname}:${port}` };
    const call = forward({ hostname, port, path, method, headers }, (answer) => {
      if (CLAIM.test(what)) noteClaim(answer);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    if (CLAIM.test(what)) isDelivering = true;
    call.on("error", () => outgoing.destroy());
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function noteClaim(answer: IncomingMessage): void {
  let rows = "";
  answer.on("data", (chunk) => {
    rows += chunk;
  });
  answer.on("end", () => {
    isDelivering = rows.trim() !== "[]";
  });
}

async function quiet(): Promise<void> {
  const waited = () => Date.now() - lastCallAt;
  do await sleep(100);
  while (waited() < QUIET_MS || (isDelivering && waited() < DELIVERY_MS));
}

/** Counts the calls until `work` resolves, except those of email delivery. */
async function expectCallsOf(expected: Calls, work: () => Promise<Answer>): Promise<Answer> {
  await quiet();
  seen = [];
  const answer = await work();
  expect(answer.status).toBeLessThan(400);
  const delivery = seen.findIndex(({ what }) => CLAIM.test(what));
  const counted = delivery < 0 ? [...seen] : seen.slice(0, delivery);
  const count = (service: Service) => counted.filter((one) => one.service === service).length;
  const calls = [count("database"), count("auth"), count("payments")];
  const what = counted.map((one) => one.what);
  expect({ calls, what }).toEqual({ calls: expected, what });
  return answer;
}

const expectCalls = (request: keyof typeof REQUESTS, work: () => Promise<Answer>) =>
  expectCallsOf(REQUESTS[request], work);

const settings = ownSandbox();
const sql = postgres(settings.SANDBOX_DATABASE_URL, { max: 1, onnotice: () => {} });
let product: Product;
let app: AppProcess;

beforeAll(async () => {
  const own = await atOwnAddress(settings);
  product = new Product(own);
  app = new AppProcess(own);
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  await app.start({
    SUPABASE_URL: await countCalls(settings.SUPABASE_URL, (path) =>
      path.startsWith("/auth/") ? "auth" : "database",
    ),
    STRIPE_API_URL: await countCalls(settings.STRIPE_API_URL, () => "payments"),
  });
  // Fills the app's cache of published keys.
  await page("/dashboard", (await logInAsCustomer(product)).cookie);
});
afterAll(async () => {
  await product.control("/faults", {}, "DELETE");
  await app.kill();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await sql.end();
});

const page = (path: string, cookie = "") => product.get(path, { cookie });
const confirmationOf = ({ sessionId, batch_id }: Answer["body"]) =>
  `${paths.confirmation}?session_id=${sessionId}&batch_id=${batch_id}&mode=payg`;

test.each(PAGES)(
  "makes exactly the listed backend calls when a %s opens %s",
  async (visitor, path, calls) => {
    const { cookie } = await VISITORS[visitor]();
    await expectCallsOf(calls, () => page(path, cookie));
  },
);

test("makes exactly the listed backend calls for pages about a batch or opened by link", async () => {
  await expectCalls("GET /mail", () => page(paths.mail(mailToken(anEmail()))));
  const { body, cookie } = await product.openCheckout({});
  const { sessionId: session_id, order_id } = body;
  await product.pay(session_id, { email: anEmail() });
  await product.post(apiPaths.processPaygPayment, { session_id, order_id }, { cookie });
  await sql`update grading_orders set submission_status = 'received', fulfillment_status = 'grading',
    received_count = num_cards, package_condition = 'ok' where id = ${order_id}`;
  await expectCalls("GET /track, a batch that is here", () => page(paths.track(trackingToken(order_id, 1))));
  await expectCalls("GET /submission-confirmation, a batch that is here", () =>
    page(confirmationOf(body), cookie),
  );
  const customer = await logInAsCustomer(product);
  await sql`update grading_orders set user_id = ${customer.userId} where id = ${order_id}`;
  await expectCalls("GET /dashboard, a batch that is here", () =>
    page(paths.batch(body.batch_id), customer.cookie),
  );
  const staff = await logInAsStaff(product, sql);
  await expectCalls("GET /admin/order, a batch that is here", () =>
    page(staffPaths.order(order_id), staff.cookie),
  );
});

test("makes exactly the listed backend calls when a guest pays", async () => {
  const { body, cookie } = await expectCalls("POST create-checkout-session, guest", () =>
    product.openCheckout({}),
  );
  const { sessionId: session_id, order_id } = body;
  await product.pay(session_id, { email: anEmail() });
  const confirmation = () => page(confirmationOf(body), cookie);
  await expectCalls("GET /submission-confirmation, not yet recorded", confirmation);
  await expectCalls("POST process-payg-payment", () =>
    product.post(apiPaths.processPaygPayment, { session_id, order_id }, { cookie }),
  );
  await expectCalls("GET /submission-confirmation, paid", confirmation);
});

test("makes exactly the listed backend calls when a customer pays and Stripe sends the event", async () => {
  const { token } = await product.person();
  const { body } = await expectCalls("POST create-checkout-session, customer", () =>
    product.openCheckout({ token }),
  );
  await product.pay(body.sessionId);
  const object = { id: body.sessionId, object: "checkout.session" };
  const type = "checkout.session.completed";
  const event = { id: `evt_${body.sessionId}`, object: "event", livemode: false, type, data: { object } };
  await expectCalls("POST webhooks/stripe, batch paid", () => product.deliver(JSON.stringify(event)));
});

test("makes exactly the listed backend calls when a membership is bought", async () => {
  const { token } = await product.person();
  const { body } = await expectCalls("POST createCheckoutSession", () =>
    product.post(apiPaths.membershipCheckout, { price_id: "price_sandbox_pro" }, { token }),
  );
  const session_id = sessionOf(body.url);
  await product.pay(session_id);
  const success = () => product.post(apiPaths.processSuccess, { session_id }, { token });
  // The email is sent after the response and reads the membership once more.
  await success();
  await expectCalls("POST processSuccess", success);
});
