import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { signClaimLink } from "../../lib/orders/claims/claim-link.ts";
import { signPrintLink } from "../../lib/orders/print/print-link.ts";
import { TRACKED } from "../../lib/orders/schema.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import {
  eventually,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
} from "../../sandbox/builders/product.ts";
import { storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { textOf } from "../support/html-head.ts";
import { sendDueEmails, subjectsOf } from "../support/waiting-mails.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

const DAY = 86_400_000;
const open = (path: string, cookie = "") => product.get(path, { cookie });

async function signedIn(email: string): Promise<string> {
  return (await product.post("/api/auth/login", { email, password: PASSWORD })).cookie;
}

const label = (id: string) => `/orders/${id}/label`;
const slip = (id: string) => `/orders/${id}/slip`;

/** Two guests with a paid batch each. Tests don't change them. */
let guest: Awaited<ReturnType<typeof payForBatch>>;
let other: Awaited<ReturnType<typeof payForBatch>>;
let staff: SignedIn;
beforeAll(async () => {
  [guest, other, staff] = await Promise.all([
    payForBatch(product, sql),
    payForBatch(product, sql),
    logInAsStaff(product, sql),
  ]);
});

describe("label and slip", () => {
  test("opens label and slip for owner and staff, and no other account", async () => {
    const owner = await product.person();
    const { id, batchId } = await payForBatch(product, sql, { token: owner.token });
    const [own, stranger] = await Promise.all([
      signedIn(owner.email),
      signedIn((await product.person()).email),
    ]);
    for (const path of [label(id), slip(id)]) {
      for (const cookie of [own, staff.cookie]) {
        const page = await open(path, cookie);
        expect(page.status).toBe(200);
        expect(textOf(page.body)).toContain(batchId);
        expect(page.headers.get("cache-control")).toContain("no-store");
      }
      const refused = await open(path, stranger);
      expect(refused.status).toBe(404);
      expect(textOf(refused.body)).not.toContain(batchId);
    }
    expect((await open(slip(id), own)).body).toContain(owner.email);
    // Staff don't have the batch on their dashboard.
    const back = new RegExp(`href="${paths.batch(batchId).replace("?", "\\?")}"[^>]*>Back to your batch`);
    expect((await open(label(id), own)).body).toMatch(back);
    expect((await open(label(id), staff.cookie)).body).not.toContain("Back to your batch");
  });

  test("opens label and slip for the guest's browser, and redirects others to login", async () => {
    expect((await open(slip(guest.id), guest.cookie)).status).toBe(200);
    const back = new RegExp(
      `href="${paths.confirmation}\\?batch_id=${guest.batchId}[^"]*"[^>]*>Back to your batch`,
    );
    for (const path of [label(guest.id), `${label(guest.id)}?link=${signPrintLink(guest.id)}`]) {
      expect((await open(path, guest.cookie)).body).toMatch(back);
    }
    for (const cookie of ["", other.cookie, `${guest.cookie}x`]) {
      const page = await open(slip(guest.id), cookie);
      expect(page.status).toBe(307);
      expect(page.headers.get("location")).toContain(encodeURIComponent(slip(guest.id)));
      expect(page.body).not.toContain(guest.batchId);
    }
  });

  test("opens label and slip by a signed link until it expires", async () => {
    const link = signPrintLink(guest.id);
    for (const path of [label(guest.id), slip(guest.id)]) {
      const { body } = await open(`${path}?link=${link}`);
      expect(body).toContain(guest.batchId);
      // The confirmation shows its details only in the browser that paid.
      expect(body).not.toContain("Back to your batch");
    }
    const expired = signPrintLink(guest.id, Date.now() - 31 * DAY);
    for (const bad of [expired, signPrintLink(other.id), `${link}x`]) {
      const page = await open(`${slip(guest.id)}?link=${bad}`);
      expect([404, 307]).toContain(page.status);
      expect(page.body).not.toContain(guest.batchId);
    }
    expect((await open(`${slip(guest.id)}?link=${expired}`)).body).toContain(
      "confirmation email (valid for 30 days)",
    );
    // The guest who follows an old mail in the browser that paid still gets it.
    expect((await open(`${slip(guest.id)}?link=${expired}`, guest.cookie)).status).toBe(200);
  });
});

describe("tracking", () => {
  test("shows a paid order's tracking page without personal data", async () => {
    const email = `tracked-${randomUUID()}@example.com`;
    const { id, batchId } = await payForBatch(product, sql, {}, { email });
    const [row] = await eventually(
      () => sql`select token_hash from tracking_links where order_id = ${id}`,
      (rows) => rows.length === 1,
    );
    const token = trackingToken(id, 1);
    expect(row?.token_hash).not.toContain(token);
    const page = await open(`/track/${token}`);
    expect(page.status).toBe(200);
    expect(textOf(page.body)).toContain(batchId);
    expect(page.body).toMatch(/<meta name="robots" content="noindex, nofollow/);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.body).not.toMatch(/tracked-|Test Buyer|Main Street|\$50|50\.00/);
    expect(page.body).not.toContain(id);
  });

  test("accepts changes by tracking token without the order's ID", async () => {
    const { id } = await payForBatch(product, sql);
    const token = trackingToken(id, 1);
    const say = (what: string, body: object) => product.post(`/api/orders/tracked/${what}`, body, {});
    const shipped = { action: "shipped", carrier: "ups", number: "1Z999AA10123456784" };
    const today = new Date().toISOString().slice(0, 10);
    expect((await say("inbound", { ...shipped, shipped_on: today, token })).body).toEqual({
      outcome: "noted",
    });
    expect((await say("cancellation", { action: "cancel", amount_cents: 0, token })).body).toEqual({
      outcome: "asked",
    });
    expect((await say("cancellation", { action: "withdraw", token })).body).toEqual({ outcome: "withdrawn" });
    for (const wrong of [{}, { token: "x".repeat(43) }]) {
      expect((await say("inbound", { action: "not_shipped", ...wrong })).status).toBe(404);
      expect((await say("cancellation", { action: "withdraw", ...wrong })).status).toBe(404);
    }
  });
});

test("opens tracking page, label and slip from the emailed links without login", async () => {
  const email = `mailed-${randomUUID()}@example.com`;
  const { batchId } = await payForBatch(product, sql, {}, { email });
  const [mail] = await eventually(
    () => emailsTo(email),
    (mails) => mails.length === 1,
  );
  const paths = [...(mail?.text ?? "").matchAll(/https?:\/\/\S+/g)]
    .map(([url]) => new URL(url))
    .filter(({ pathname }) => /^\/(orders|track)\//.test(pathname))
    .map(({ pathname, search }) => pathname + search);
  expect(paths.map((path) => path.replace(/[\w-]{36,}|link=.*/g, "…"))).toEqual([
    "/orders/…/label?with=slip&…",
    "/track/…",
    "/track/…",
  ]);
  for (const path of paths) {
    expect(textOf((await open(path)).body)).toContain(batchId);
    expect(mail?.html.replaceAll("&amp;", "&")).toContain(path);
  }
  expect(mail?.text).toContain("anyone with these links can open this batch without logging in");
});

test("shows a guest's linked batch after sign-up and opens it later", async () => {
  const email = anEmail();
  const { id, batchId } = await payForBatch(product, sql, {}, { email });
  const next = `${paths.dashboard}?claim=${signClaimLink({ orderId: id, timesLinked: 0 })}`;
  const account = { email, password: PASSWORD, confirmPassword: PASSWORD, plan: "free", next };
  const { body, cookie } = await product.post(apiPaths.signup, account);
  expect(body).toMatchObject({ isSignedIn: true, redirectTo: `${next}&linked=1` });
  const first = await open(`${next}&linked=1`, cookie);
  expect([first.status, textOf(first.body)]).toEqual([
    200,
    expect.stringContaining("Login successful! 1 previous order(s) linked to your account."),
  ]);
  const later = await open(next, cookie);
  expect([later.status, later.headers.get("location")]).toEqual([307, paths.batch(batchId)]);
});

test("shows a canceled batch on label and slip instead of printing", async () => {
  const guest = await payForBatch(product, sql);
  const owner = await product.person();
  const own = await payForBatch(product, sql, { token: owner.token });
  await sql`update grading_orders set payment_status = 'canceled' where id in (${guest.id}, ${own.id})`;
  const [linked, session] = [signPrintLink(guest.id), await signedIn(owner.email)];
  for (const paper of [label, slip]) {
    for (const [path, cookie] of [
      [`${paper(guest.id)}?link=${linked}`, ""],
      [paper(guest.id), guest.cookie],
      [paper(own.id), session],
      [paper(guest.id), staff.cookie],
      [paper(own.id), staff.cookie],
      [`${paper(own.id)}?track=${trackingToken(own.id, 1)}`, session],
      [`${paper(guest.id)}?track=${trackingToken(guest.id, 1)}`, guest.cookie],
    ] as const) {
      const page = await open(path, cookie);
      expect(page.status).toBe(200);
      expect(page.body).toContain("This batch is canceled");
      expect(page.body).toContain("ship your cards");
      expect(page.body).not.toMatch(/Ship to|Test Buyer|1 Main Street/);
    }
    expect((await open(paper(own.id), session)).body).toContain(`href="${paths.batch(own.batchId)}"`);
    expect((await open(paper(guest.id), guest.cookie)).body).toContain(`href="${paths.findBatch}"`);
    // Staff don't have the batch on their dashboard.
    for (const { id } of [guest, own]) {
      const { body } = await open(paper(id), staff.cookie);
      expect(body).toContain(`href="${staffPaths.order(id)}"`);
      expect(body).not.toMatch(`href="${paths.findBatch}"|href="${paths.batch(own.batchId)}"`);
    }
    expect((await open(paper(own.id), await signedIn((await product.person()).email))).status).toBe(404);
  }
});

describe("the label by a tracking link", () => {
  const label = (id: string, track: string) => `${paths.label(id)}?packages=9&track=${track}`;

  /** Adds a guest's batch with a missing card, its proposal and its tracking token. */
  async function aShortBatch() {
    const guest = await payForBatch(product, sql);
    const { version, num_cards } = await storedOrder(sql, guest.id);
    const count = { version: Number(version), count: Number(num_cards) - 1, condition: "ok" };
    expect((await product.post(staffApiPaths.checkIn(guest.id), count, staff)).status).toBe(200);
    const [proposal] = await sql`select id from order_adjustments where order_id = ${guest.id}`;
    return { ...guest, proposalId: String(proposal?.id), track: trackingToken(guest.id, 1) };
  }

  test("opens only the label of missing cards by tracking link, until the deadline", async () => {
    const { id, batchId, cookie, proposalId, track } = await aShortBatch();
    const decide = (option: string) =>
      product.post(apiPaths.adjustmentDecide(proposalId), { option, token: track });
    expect((await open(label(id, track))).status).toBe(404);
    expect((await decide("send_rest")).status).toBe(200);

    const page = await open(label(id, track));
    expect([page.status, page.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining("no-store"),
    ]);
    expect([page.body.includes(batchId), page.body.includes("Label 2 of 2")]).toEqual([true, true]);
    expect(page.body).not.toMatch(/Label [13-9] of|Label 2 of 9|Test Buyer|1 Main Street|\$50/);
    expect(page.body).not.toContain(paths.slip(id));
    const slip = await open(`${paths.slip(id)}?track=${track}`);
    expect([slip.status, slip.body.includes(batchId)]).toEqual([307, false]);
    const own = await open(label(id, track), cookie);
    expect(own.body).toContain(paths.slip(id));
    expect(own.body).toMatch(new RegExp(`href="/track/${track}"[^>]*>Back to your batch`));

    await sql`update order_adjustments set deadline_at = now() - interval '1 minute' where id = ${proposalId}`;
    expect((await open(label(id, track))).status).toBe(404);
    await sql`update order_adjustments set deadline_at = now() + interval '1 day' where id = ${proposalId}`;
    await sql`update tracking_links set revoked_at = now() where order_id = ${id}`;
    expect((await open(label(id, track))).status).toBe(404);
  });

  test("opens the box label by tracking link until arrival, and never the slip", async () => {
    const { id, batchId } = await payForBatch(product, sql);
    const track = trackingToken(id, 1);
    expect((await open(`/track/${track}`)).body).toContain(`${paths.label(TRACKED)}?track=${track}`);
    const page = await open(label(TRACKED, track));
    expect([page.status, page.body.includes(batchId)]).toEqual([200, true]);
    expect(page.body).toMatch(new RegExp(`href="/track/${track}"[^>]*>Back to your batch`));
    expect(page.body).not.toMatch(/@example|Test Buyer|1 Main Street|\$50/);
    expect(page.body).not.toContain(id);
    const slip = await open(`${paths.slip(id)}?track=${track}`);
    expect([slip.status, slip.body.includes(batchId)]).toEqual([307, false]);
    for (const wrong of [trackingToken(other.id, 1), trackingToken(id, 2), "A".repeat(43)]) {
      const refused = await open(label(id, wrong));
      expect([refused.status, refused.body.includes(batchId)]).toEqual([404, false]);
    }
    // Text that isn't a token leads to the login.
    expect((await open(label(id, "x"))).status).toBe(307);
    await sql`update grading_orders set arrived_at = now() where id = ${id}`;
    expect((await open(label(TRACKED, track))).status).toBe(404);
  });
});

test("refunds a guest who cancels before shipping, with one email", async () => {
  const email = anEmail();
  const { cookie, id, batchId } = await payForBatch(product, sql, {}, { email });
  const cancel = () =>
    product.post(apiPaths.cancellation(id), { action: "cancel", amount_cents: 5_000 }, { cookie });
  expect((await cancel()).body).toEqual({ outcome: "canceled" });
  expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "canceled", refunded_cents: 5_000 });
  await cancel();
  expect((await open(paths.track(trackingToken(id, 1)), cookie)).body).toContain(
    "Canceled and fully refunded",
  );
  await sendDueEmails(product, [id]);
  expect(await subjectsOf(email, batchId)).toEqual(["Paid. Now ship your 2 cards.", "We refunded $50.00"]);
});
