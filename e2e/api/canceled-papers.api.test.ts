import { paths } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { signPrintLink } from "../../lib/orders/print/print-link.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { logInAsStaff, Product, payForBatch } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();

afterAll(() => database().end());

/** A page as a browser gets it, without following redirects. */
const open = (path: string, cookie = "") => product.get(path, { cookie });

async function signedIn(email: string): Promise<string> {
  return (await product.post("/api/auth/login", { email, password: PASSWORD })).cookie;
}

const label = (id: string) => `/orders/${id}/label`;
const slip = (id: string) => `/orders/${id}/slip`;

test("label and slip of a canceled batch say that it must not be shipped, to who could print them", async () => {
  const guest = await payForBatch(product, database());
  const owner = await product.person();
  const own = await payForBatch(product, database(), { token: owner.token });
  await database()`update grading_orders set payment_status = 'canceled' where id in (${guest.id}, ${own.id})`;
  const [linked, session] = [signPrintLink(guest.id), await signedIn(owner.email)];
  const { cookie: staff } = await logInAsStaff(product, database());
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
