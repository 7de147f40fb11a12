import { randomUUID } from "node:crypto";
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
import { CallCounter } from "../support/call-counter.ts";

jest.setTimeout(180_000);

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

test("pages of everybody", async () => {
  await expectCalls("GET /", () => page("/"));
  await expectCalls("GET /pricing", () => page("/pricing"));
  await expectCalls("GET /track/sample", () => page(paths.trackSample));
  await expectCalls("GET /login", () => page("/login"));
  await expectCalls("GET /mail", () => page(paths.mail(mailToken(anEmail()))));
});

test("pages of a person", async () => {
  const { cookie } = await logInAsCustomer(product);
  await expectCalls("GET /dashboard", () => page("/dashboard", cookie));
  await expectCalls("GET /submit", () => page("/submit", cookie));
  await expectCalls("GET /portal/profile", () => page("/portal/profile", cookie));
});

test("pages about a batch that is here", async () => {
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

test("pages of staff", async () => {
  const { cookie } = await logInAsStaff(product, sql);
  await expectCalls("GET /admin", () => page("/admin", cookie));
  await expectCalls("GET /admin/receive", () => page("/admin/receive", cookie));
  await expectCalls("GET /admin/grader", () => page("/admin/grader", cookie));
  await expectCalls("GET /admin/returns", () => page("/admin/returns", cookie));
  await expectCalls("GET /admin/reconcile", () => page("/admin/reconcile", cookie));
  await expectCalls("GET /admin/numbers", () => page("/admin/numbers", cookie));
  await expectCalls("GET /admin/activity", () => page("/admin/activity", cookie));
});

test("a guest's batch from checkout to confirmation", async () => {
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

test("a person's batch from checkout to webhook", async () => {
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

test("a membership from checkout to success", async () => {
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
