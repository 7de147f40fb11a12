import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { TRACKED } from "../../lib/orders/schema.ts";
import { signPrintLink } from "../../lib/orders/signed-links.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import {
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
  waitUntil,
} from "../../sandbox/builders/product.ts";
import { storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { textOf } from "../support/html-head.ts";

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

/** Two guests, each with a paid batch. No test changes them. */
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
  test("opens the label and slip for the owner and staff but for no other account", async () => {
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

  test("opens the label and slip in the guest's browser and redirects others to login", async () => {
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

  test("opens the label and slip with a signed link until it expires", async () => {
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
    // A guest who follows an old email in the browser that paid still gets the slip.
    expect((await open(`${slip(guest.id)}?link=${expired}`, guest.cookie)).status).toBe(200);
  });
});

describe("tracking", () => {
  test("shows a paid order's tracking page without personal data", async () => {
    const email = `tracked-${randomUUID()}@example.com`;
    const { id, batchId } = await payForBatch(product, sql, {}, { email });
    const [row] = await waitUntil(
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
});

test("opens the tracking page, label and slip from the emailed links without login", async () => {
  const email = `mailed-${randomUUID()}@example.com`;
  const { batchId } = await payForBatch(product, sql, {}, { email });
  const [mail] = await waitUntil(
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

  test("opens only the label for missing cards by tracking link, until the deadline", async () => {
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

  test("opens the box label by tracking link until arrival, but never the slip", async () => {
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
    // Text that isn't a token redirects to the login.
    expect((await open(label(id, "x"))).status).toBe(307);
    await sql`update grading_orders set arrived_at = now() where id = ${id}`;
    expect((await open(label(TRACKED, track))).status).toBe(404);
  });
});
