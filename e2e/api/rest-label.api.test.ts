import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { logInAsStaff, Product, payForBatch } from "../../sandbox/builders/product.ts";
import { storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

const open = (path: string, cookie = "") => product.get(path, { cookie });
const label = (id: string, track: string) => `${paths.label(id)}?packages=9&track=${track}`;

/** A guest's batch of which cards are missing, the proposal about them, and the token of its tracking link. */
async function aShortBatch() {
  const guest = await payForBatch(product, sql);
  const staff = await logInAsStaff(product, sql);
  const { version, num_cards } = await storedOrder(sql, guest.id);
  const count = { version: Number(version), count: Number(num_cards) - 1, condition: "ok" };
  expect((await product.post(staffApiPaths.checkIn(guest.id), count, staff)).status).toBe(200);
  const [proposal] = await sql`select id from order_adjustments where order_id = ${guest.id}`;
  return { ...guest, proposalId: String(proposal?.id), track: trackingToken(guest.id, 1) };
}

test("a tracking link opens the label of a rest as long as it is awaited, and nothing else of it", async () => {
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
  // Its own guest gets all that the label page has.
  expect((await open(label(id, track), cookie)).body).toContain(paths.slip(id));

  await sql`update order_adjustments set deadline_at = now() - interval '1 minute' where id = ${proposalId}`;
  expect((await open(label(id, track))).status).toBe(404);
  await sql`update order_adjustments set deadline_at = now() + interval '1 day' where id = ${proposalId}`;
  await sql`update tracking_links set revoked_at = now() where order_id = ${id}`;
  expect((await open(label(id, track))).status).toBe(404);
});

test("the link of another batch, a former one and a made-up one open no label", async () => {
  const [mine, other] = [await aShortBatch(), await aShortBatch()];
  for (const { proposalId, track } of [mine, other]) {
    const body = { option: "send_rest", token: track };
    expect((await product.post(apiPaths.adjustmentDecide(proposalId), body)).status).toBe(200);
  }
  for (const track of [other.track, trackingToken(mine.id, 2), "A".repeat(43)]) {
    const refused = await open(label(mine.id, track));
    expect([refused.status, refused.body.includes(mine.batchId)]).toEqual([404, false]);
  }
  // What is no token counts as none: the way leads to the login.
  expect((await open(label(mine.id, "x"))).status).toBe(307);
});
