import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths, withQuery } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { anEmail, aSessionId, uniqueToken } from "../../sandbox/builders/ids.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { sessionIn } from "../../sandbox/builders/person.ts";
import { logInAsStaff, waitUntil } from "../../sandbox/builders/product.ts";
import { aProfile } from "../../sandbox/builders/profile.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { submission } from "../support/limited-uses.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

const stubbed = new StubbedProduct();
const { product, stub, lines } = stubbed;
const sql = postgres(ownSandbox().SANDBOX_DATABASE_URL, { max: 2, onnotice: () => {} });

/** Values that no log line may contain, by where they appear. */
const canaries: Record<string, string> = {
  "a customer's email": anEmail(),
  "a guest's email": anEmail(),
  "a password": `${uniqueToken()}-password`,
  "a name": `${uniqueToken()} Collector`,
  "a street": `1 ${uniqueToken()} Street`,
  "a phone number": "+1 503 555 8642",
  "a note": uniqueToken(),
  "a note of the staff": uniqueToken(),
  "a link's token": uniqueToken().repeat(4),
  "another site's code": uniqueToken(),
};

beforeAll(async () => {
  await stubbed.start();
  // Otherwise the other instance might process the payments, send their emails and log them.
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
}, 60_000);
afterAll(async () => {
  await product.control("/faults", {}, "DELETE");
  await stubbed.stop();
  await sql.end();
});

const canaryOf = (name: string) => canaries[name] ?? "";
const lookedUp = () => withQuery(staffPaths.orders, { q: canaryOf("a customer's email") });
const account = () => ({ email: canaryOf("a customer's email"), password: canaryOf("a password") });

async function actAsCustomer(): Promise<string> {
  const signup = { ...account(), confirmPassword: canaryOf("a password"), plan: "free" };
  const { cookie } = await product.post(apiPaths.signup, signup);
  canaries["a session's cookie"] = sessionIn(cookie).refresh_token;
  const token = await product.post(apiPaths.login, { ...account(), password: `${canaryOf("a password")}x` });
  expect(token.status).toBe(401);
  const fields = aProfile({
    full_name: canaryOf("a name"),
    address_line1: canaryOf("a street"),
    phone: canaryOf("a phone number"),
  });
  expect((await product.post(apiPaths.profile, fields, { cookie })).status).toBe(200);
  await product.post(apiPaths.profile, { ...fields, postal_code: canaryOf("a street") }, { cookie });
  await product.post(
    apiPaths.changeEmail,
    { email: canaryOf("a guest's email"), currentPassword: "x" },
    { cookie },
  );
  const batch = await product.post(apiPaths.orderCheckout, submission({ notes: canaryOf("a note") }), {
    cookie,
  });
  await product.pay(batch.body.sessionId);
  canaries["a payment page's id"] = batch.body.sessionId;
  const query = { session_id: batch.body.sessionId, batch_id: batch.body.batch_id };
  await product.get(withQuery(paths.confirmation, query), { cookie });
  await product.post(apiPaths.processSubmissionPayment, query, { cookie });
  await product.post(apiPaths.sendSubmissionEmail, { batchId: query.batch_id }, { cookie });
  for (const path of [paths.dashboard, paths.profile, paths.submit]) await product.get(path, { cookie });
  const order = await waitUntil(
    () => orderOfBatch(sql, query.batch_id),
    (row) => row?.payment_status === "paid",
  );
  return order?.id ?? "";
}

async function actAsGuest(): Promise<void> {
  const { body, cookie } = await product.openCheckout({});
  canaries["a guest's cookie"] = cookie.split("=")[1]?.slice(0, 60) ?? "";
  await product.pay(body.sessionId, { email: canaryOf("a guest's email") });
  const paid = await product.post(apiPaths.processPaygPayment, { session_id: body.sessionId }, { cookie });
  expect(paid.status).toBe(200);
  const wish = { batchId: body.batch_id, userEmail: canaryOf("a customer's email") };
  await product.post(apiPaths.sendSubmissionEmail, wish, { cookie });
  canaries["a tracking link's token"] = trackingToken(body.order_id, 1);
  await product.get(paths.track(canaryOf("a tracking link's token")));
  const lost = { email: canaryOf("a guest's email"), batch: body.batch_id };
  expect((await product.post(apiPaths.findBatch, lost)).status).toBe(200);
}

async function actAsStaff(orderId: string): Promise<string> {
  const staff = await logInAsStaff(product, sql);
  canaries["an access token"] = staff.token.split(".")[2] ?? "";
  await product.get(lookedUp(), { cookie: staff.cookie });
  const changes = { internal_notes: canaryOf("a note of the staff") };
  const saved = await product.post(
    staffApiPaths.order(orderId),
    { version: 999, changes },
    { token: staff.token },
  );
  expect(saved.status).toBe(409);
  return staff.cookie;
}

async function makeRefusedCalls(): Promise<void> {
  const token = canaryOf("a link's token");
  const choice = { password: canaryOf("a password"), confirmPassword: canaryOf("a password") };
  await product.post(apiPaths.resetPassword, { tokenHash: token, ...choice });
  await product.post(apiPaths.recover, { email: canaryOf("a customer's email") });
  await product.post(apiPaths.profile, account(), { token });
  await product.post(apiPaths.cronOutbox, {}, { token });
  await product.get(paths.track(token.slice(0, 43)));
  await product.get(withQuery(paths.login, { next: `/submit?email=${canaryOf("a customer's email")}` }));
  await product.get(`${apiPaths.authCallback}?code=${canaryOf("another site's code")}`);
  await product.deliver(JSON.stringify({ email: canaryOf("a customer's email") }), { secret: "whsec_wrong" });
  await product.post(apiPaths.processSuccess, {
    session_id: aSessionId(),
    user_email: canaryOf("a customer's email"),
  });
}

async function failServices(staffCookie: string): Promise<void> {
  stub.intercept = ({ path }) => {
    if (path.endsWith("/user")) return undefined;
    const detail = `Key (email)=(${canaryOf("a customer's email")}) of ${product.setting("SUPABASE_SECRET_KEY")} exists.`;
    return {
      status: 500,
      body: { code: "23505", message: detail, msg: detail, details: detail, hint: null },
    };
  };
  await product.post(apiPaths.login, account());
  await product.post(apiPaths.recover, { email: canaryOf("a customer's email") });
  await product.post(apiPaths.orderCheckout, submission({ notes: canaryOf("a note") }));
  await product.get(lookedUp(), { cookie: staffCookie });
  await product.get(paths.track(canaryOf("a link's token").slice(0, 43)));
  await product.runJob("/api/cron/outbox");
  stub.intercept = undefined;
}

const SETTINGS = [
  "SUPABASE_SECRET_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "CRON_SECRET",
  "COOKIE_SECRET",
];

test("logs no personal data and no key", async () => {
  const orderId = await actAsCustomer();
  await actAsGuest();
  const staffCookie = await actAsStaff(orderId);
  await makeRefusedCalls();
  await failServices(staffCookie);
  for (const job of ["/api/cron/outbox", "/api/cron/reconcile"] as const) await product.runJob(job);
  for (const name of SETTINGS) canaries[name] = product.setting(name);
  expect(Object.entries(canaries).filter(([, value]) => value.length < 8)).toEqual([]);
  expect(Object.keys(canaries).length).toBeGreaterThanOrEqual(12);
  const log = await waitUntil(
    async () => lines.join("\n"),
    (text) =>
      ["api.failed", "api.refused", "mail.sent", "staff.read_failed", "page.failed"].every((event) =>
        text.includes(`"${event}"`),
      ),
  );
  const leaks = Object.entries(canaries).flatMap(([name, value]) =>
    log.split("\n").flatMap((line) => (line.includes(value) ? [`${name}: ${line}`] : [])),
  );
  expect(leaks).toEqual([]);
  expect(log).toMatch(/\[email\]/);
}, 120_000);
