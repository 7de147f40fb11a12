import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths, withQuery } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { anEmail, aSessionId, uniqueToken } from "../../sandbox/builders/ids.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { eventually, logInAsStaff } from "../../sandbox/builders/product.ts";
import { aProfile } from "../../sandbox/builders/profile.ts";
import { orderOfBatch } from "../../sandbox/builders/rows.ts";
import { sessionIn } from "../../sandbox/builders/session-cookie.ts";
import { submission } from "../support/limited-uses.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** An app whose every printed line is kept, and whose services fail when told to. */
const stubbed = new StubbedProduct();
const { product, stub, lines } = stubbed;
const sql = postgres(ownSandbox().SANDBOX_DATABASE_URL, { max: 2, onnotice: () => {} });

/** What passes through the product in the first test and must be in none of its lines, by what it is. */
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
  // Else the other instance may book the payments and send their emails, and log it.
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
}, 60_000);
afterAll(async () => {
  await product.control("/faults", {}, "DELETE");
  await stubbed.stop();
  await sql.end();
});

const told = (name: string) => canaries[name] ?? "";
/** The staff's list as they search it for the customer. */
const lookedUp = () => withQuery(staffPaths.orders, { q: told("a customer's email") });
const account = () => ({ email: told("a customer's email"), password: told("a password") });

/** A customer's life: signs up, in and wrongly in, fills in the profile and pays for a batch. */
async function liveAsCustomer(): Promise<string> {
  const signup = { ...account(), confirmPassword: told("a password"), plan: "free" };
  const { cookie } = await product.post(apiPaths.signup, signup);
  canaries["a session's cookie"] = sessionIn(cookie).refresh_token;
  const token = await product.post(apiPaths.login, { ...account(), password: `${told("a password")}x` });
  expect(token.status).toBe(401);
  const fields = aProfile({
    full_name: told("a name"),
    address_line1: told("a street"),
    phone: told("a phone number"),
  });
  expect((await product.post(apiPaths.profile, fields, { cookie })).status).toBe(200);
  await product.post(apiPaths.profile, { ...fields, postal_code: told("a street") }, { cookie });
  await product.post(
    apiPaths.changeEmail,
    { email: told("a guest's email"), currentPassword: "x" },
    { cookie },
  );
  const batch = await product.post(apiPaths.orderCheckout, submission({ notes: told("a note") }), { cookie });
  await product.pay(batch.body.sessionId);
  canaries["a payment page's id"] = batch.body.sessionId;
  const query = { session_id: batch.body.sessionId, batch_id: batch.body.batch_id };
  await product.get(withQuery(paths.confirmation, query), { cookie });
  await product.post(apiPaths.processSubmissionPayment, query, { cookie });
  await product.post(apiPaths.sendSubmissionEmail, { batchId: query.batch_id }, { cookie });
  for (const path of [paths.dashboard, paths.profile, paths.submit]) await product.get(path, { cookie });
  const order = await eventually(
    () => orderOfBatch(sql, query.batch_id),
    (row) => row?.payment_status === "paid",
  );
  return order?.id ?? "";
}

/** A guest pays for a batch, and asks for its mail. */
async function liveAsGuest(): Promise<void> {
  const { body, cookie } = await product.openCheckout({});
  canaries["a guest's cookie"] = cookie.split("=")[1]?.slice(0, 60) ?? "";
  await product.pay(body.sessionId, { email: told("a guest's email") });
  const paid = await product.post(apiPaths.processPaygPayment, { session_id: body.sessionId }, { cookie });
  expect(paid.status).toBe(200);
  const wish = { batchId: body.batch_id, userEmail: told("a customer's email") };
  await product.post(apiPaths.sendSubmissionEmail, wish, { cookie });
}

/** Staff look the customer up, and write a note; answers their session's cookie. */
async function actAsStaff(orderId: string): Promise<string> {
  const staff = await logInAsStaff(product, sql);
  canaries["an access token"] = staff.token.split(".")[2] ?? "";
  await product.get(lookedUp(), { cookie: staff.cookie });
  const changes = { internal_notes: told("a note of the staff") };
  const saved = await product.post(
    staffApiPaths.order(orderId),
    { version: 999, changes },
    { token: staff.token },
  );
  expect(saved.status).toBe(409);
  return staff.cookie;
}

/** Whatever is refused: wrong tokens, codes, links, signatures and addresses. */
async function tryDoors(): Promise<void> {
  const token = told("a link's token");
  const choice = { password: told("a password"), confirmPassword: told("a password") };
  await product.post(apiPaths.resetPassword, { tokenHash: token, ...choice });
  await product.post(apiPaths.recover, { email: told("a customer's email") });
  await product.post(apiPaths.profile, account(), { token });
  await product.post(apiPaths.cronOutbox, {}, { token });
  await product.get(paths.track(token.slice(0, 43)));
  await product.get(withQuery(paths.login, { next: `/submit?email=${told("a customer's email")}` }));
  await product.get(`${apiPaths.authCallback}?code=${told("another site's code")}`);
  await product.deliver(JSON.stringify({ email: told("a customer's email") }), { secret: "whsec_wrong" });
  await product.post(apiPaths.processSuccess, {
    session_id: aSessionId(),
    user_email: told("a customer's email"),
  });
}

/** The services fail, and say what about: as PostgreSQL and the auth service do. */
async function failServices(staffCookie: string): Promise<void> {
  stub.intercept = ({ path }) => {
    if (path.endsWith("/user")) return undefined;
    const detail = `Key (email)=(${told("a customer's email")}) of ${product.setting("SUPABASE_SECRET_KEY")} exists.`;
    return {
      status: 500,
      body: { code: "23505", message: detail, msg: detail, details: detail, hint: null },
    };
  };
  await product.post(apiPaths.login, account());
  await product.post(apiPaths.recover, { email: told("a customer's email") });
  await product.post(apiPaths.orderCheckout, submission({ notes: told("a note") }));
  await product.get(lookedUp(), { cookie: staffCookie });
  await product.get(paths.track(told("a link's token").slice(0, 43)));
  await product.runJob("/api/cron/outbox");
  stub.intercept = undefined;
}

const SETTINGS = ["SUPABASE_SECRET_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"].concat([
  "CRON_SECRET",
  "COOKIE_SECRET",
]);

test("logs no personal data and no key", async () => {
  const orderId = await liveAsCustomer();
  await liveAsGuest();
  const staffCookie = await actAsStaff(orderId);
  await tryDoors();
  await failServices(staffCookie);
  for (const job of ["/api/cron/outbox", "/api/cron/reconcile"] as const) await product.runJob(job);
  for (const name of SETTINGS) canaries[name] = product.setting(name);
  expect(Object.entries(canaries).filter(([, value]) => value.length < 8)).toEqual([]);
  expect(Object.keys(canaries).length).toBeGreaterThanOrEqual(12);
  const log = await eventually(
    async () => lines.join("\n"),
    (text) =>
      ["api.failed", "api.refused", "mail.sent", "staff.read_failed", "page.failed"].every((event) =>
        text.includes(`"${event}"`),
      ),
  );
  const spoken = Object.entries(canaries).flatMap(([name, value]) =>
    log.split("\n").flatMap((line) => (line.includes(value) ? [`${name}: ${line}`] : [])),
  );
  expect(spoken).toEqual([]);
  // The failures were written down, without what they were about.
  expect(log).toMatch(/\[email\]/);
}, 120_000);
