import { randomUUID } from "node:crypto";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { signPrintLink } from "../../lib/orders/print/print-link.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { aParcel } from "../../sandbox/builders/desk-day.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import {
  type Caller,
  logInAsCustomer,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
} from "../../sandbox/builders/product.ts";
import { storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { sendDueMails, sendWaitingMails, subjectsOf } from "../support/waiting-mails.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

describe("a canceled batch", () => {
  /** A page as a browser gets it, without following redirects. */
  const open = (path: string, cookie = "") => product.get(path, { cookie });

  async function signedIn(email: string): Promise<string> {
    return (await product.post("/api/auth/login", { email, password: PASSWORD })).cookie;
  }

  const label = (id: string) => `/orders/${id}/label`;
  const slip = (id: string) => `/orders/${id}/slip`;

  test("label and slip of a canceled batch say that it must not be shipped, to who could print them", async () => {
    const guest = await payForBatch(product, sql);
    const owner = await product.person();
    const own = await payForBatch(product, sql, { token: owner.token });
    await sql`update grading_orders set payment_status = 'canceled' where id in (${guest.id}, ${own.id})`;
    const [linked, session] = [signPrintLink(guest.id), await signedIn(owner.email)];
    const { cookie: staff } = await logInAsStaff(product, sql);
    for (const paper of [label, slip]) {
      for (const [path, cookie] of [
        [`${paper(guest.id)}?link=${linked}`, ""],
        [paper(guest.id), guest.cookie],
        [paper(own.id), session],
        [paper(guest.id), staff],
        [paper(own.id), staff],
        // As the tracking page leads to the label of a rest.
        [`${paper(own.id)}?track=${trackingToken(own.id, 1)}`, session],
        [`${paper(guest.id)}?track=${trackingToken(guest.id, 1)}`, guest.cookie],
      ] as const) {
        const page = await open(path, cookie);
        expect(page.status).toBe(200);
        expect(page.body).toContain("This batch is canceled");
        expect(page.body).toContain("Please do not ship your cards");
        expect(page.body).not.toMatch(/Ship to|Test Buyer|1 Main Street/);
      }
      expect((await open(paper(own.id), session)).body).toContain(`href="${paths.batch(own.batchId)}"`);
      expect((await open(paper(guest.id), guest.cookie)).body).toContain(`href="${paths.findBatch}"`);
      // On their dashboard staff would look for it in vain.
      for (const { id } of [guest, own]) {
        const { body } = await open(paper(id), staff);
        expect(body).toContain(`href="${staffPaths.order(id)}"`);
        expect(body).not.toMatch(`href="${paths.findBatch}"|href="${paths.batch(own.batchId)}"`);
      }
      expect((await open(paper(own.id), await signedIn((await product.person()).email))).status).toBe(404);
    }
  });
});

describe("a batch that ends early", () => {
  let staff: SignedIn;
  beforeAll(async () => {
    staff = await logInAsStaff(product, sql);
  });

  const PAID = "Payment received: … (2 cards)";
  const REFUNDED = "Refunded: $50.00 (…)";

  /** Who has paid for a batch of two cards, and how they are known. */
  type Owner = { id: string; batchId: string; email: string; who: Caller; page: string };

  async function aGuest(): Promise<Owner> {
    const email = anEmail();
    const { cookie, ...batch } = await payForBatch(product, sql, {}, { email });
    return { ...batch, email, who: { cookie }, page: `/track/${trackingToken(batch.id, 1)}` };
  }

  async function aMember(): Promise<Owner> {
    const { cookie, email } = await logInAsCustomer(product);
    const batch = await payForBatch(product, sql, { cookie });
    return { ...batch, email, who: { cookie }, page: `/dashboard?batch=${batch.batchId}` };
  }

  const say = ({ id, who }: Owner, what: "cancellation" | "inbound", body: object) =>
    product.post(`/api/orders/${id}/${what}`, body, who);
  const asStaff = (path: string, body: object = {}) => product.post(path, body, { cookie: staff.cookie });
  const readBy = async ({ page, who }: Owner) => (await product.get(page, { cookie: who.cookie ?? "" })).body;

  test("a member cancels before anything is shipped: all money back, and one mail", async () => {
    const owner = await aMember();
    const cancel = { action: "cancel", amount_cents: 5_000 };
    expect((await say(owner, "cancellation", cancel)).body).toEqual({ outcome: "canceled" });
    expect(await storedOrder(sql, owner.id)).toMatchObject({
      payment_status: "canceled",
      refunded_cents: 5_000,
    });
    // A second press finds nothing more to give back.
    await say(owner, "cancellation", cancel);
    expect(await readBy(owner)).toContain("Order canceled after a full refund");
    await sendDueMails(product, [owner.id]);
    expect(await subjectsOf(owner.email, owner.batchId)).toEqual([PAID, REFUNDED]);
  });

  test("a member whose package never comes is found by staff, and has the money back with one mail", async () => {
    const owner = await aMember();
    const today = new Date().toISOString().slice(0, 10);
    const shipped = { action: "shipped", carrier: "usps", number: aParcel(7), shipped_on: today };
    expect((await say(owner, "inbound", shipped)).body).toEqual({ outcome: "noted" });
    const delivered = { action: "delivered", delivered_on: today };
    expect((await say(owner, "inbound", delivered)).body).toEqual({ outcome: "noted" });
    const view = `${staffPaths.orders}?view=said_delivered&q=${owner.batchId}`;
    const isFound = async () => (await product.get(view, { cookie: staff.cookie })).body.includes(owner.id);
    expect(await isFound()).toBe(false);
    await sql`update grading_orders set paid_at = paid_at - interval '9 days',
      inbound_shipped_at = inbound_shipped_at - interval '8 days', inbound_delivered_at = inbound_delivered_at - interval '7 days'
      where id = ${owner.id}`;
    expect(await isFound()).toBe(true);

    const refund = {
      request_id: randomUUID(),
      amount_cents: 5_000,
      refunded_cents: 0,
      reason: "Lost on the way to us",
    };
    expect((await asStaff(staffApiPaths.refund(owner.id), refund)).status).toBe(200);
    const page = await readBy(owner);
    expect(page).toContain("Order canceled after a full refund");
    expect(page).not.toContain("Lost on the way to us");
    await sendDueMails(product, [owner.id]);
    expect(await subjectsOf(owner.email, owner.batchId)).toEqual([PAID, REFUNDED]);
  });

  test("a guest hears that the package is here when it is not counted yet, and not of what was a slip", async () => {
    const owner = await aGuest();
    const arrive = () => asStaff(staffApiPaths.arrival(owner.id));
    const slip = await arrive();
    expect(slip.body.outcome).toBe("arrived");
    await asStaff(staffApiPaths.undo(slip.body.act_id));
    await sendWaitingMails(product, [owner.id]);
    expect(await subjectsOf(owner.email, owner.batchId)).toEqual([PAID]);

    expect((await arrive()).body.outcome).toBe("arrived");
    expect(await readBy(owner)).toContain("Your package arrived, unopened");
    await sendWaitingMails(product, [owner.id]);
    expect(await subjectsOf(owner.email, owner.batchId)).toEqual([PAID, "Your package is here (…)"]);

    const { version } = await storedOrder(sql, owner.id);
    const counted = { version, count: 2, condition: "ok", shelf: "", is_recount: false };
    expect((await asStaff(`/api/admin/orders/${owner.id}/check-in`, counted)).status).toBe(200);
    await sendWaitingMails(product, [owner.id]);
    expect(await subjectsOf(owner.email, owner.batchId)).toEqual([
      PAID,
      "Your package is here (…)",
      "Received: 2 of 2 cards (…)",
    ]);
  });
});
