import { randomUUID } from "node:crypto";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { photoPath } from "../../lib/orders/photo.ts";
import { signPrintLink } from "../../lib/orders/print/print-link.ts";
import { trackingToken } from "../../lib/orders/tracking/tracking-link.ts";
import { aPhotoFile } from "../../sandbox/builders/photo-files.ts";
import { logInAsCustomer, logInAsStaff, Product, payForBatch } from "../../sandbox/builders/product.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { type PhotoUpload, sendPhoto } from "../support/photo-upload.ts";

const product = new Product();
const sql = database();
const none = randomUUID();
let staff: Awaited<ReturnType<typeof logInAsStaff>>;
let file: Buffer;
beforeAll(async () => {
  staff = await logInAsStaff(product, sql);
  file = await aPhotoFile();
});
afterAll(() => sql.end());

const idOf = async (order: string, options: Partial<PhotoUpload> = {}): Promise<string> =>
  (await sendPhoto(product, order, { cookie: staff.cookie, body: file, ...options })).body.photo.id;
const look = (path: string, cookie = "") => fetch(product.appUrl + path, { headers: { cookie } });

test("who sees what: staff all, its owner what is shown, others nothing", async () => {
  const owner = await logInAsCustomer(product);
  const other = await logInAsCustomer(product);
  const { id } = await payForBatch(product, sql, { token: owner.token });
  const shown = await idOf(id);
  const hidden = await idOf(id, { about: { public: "false" } });
  const statuses = async (cookie: string) =>
    Promise.all([shown, hidden].map(async (one) => (await look(photoPath(one, "full"), cookie)).status));
  expect(await statuses(staff.cookie)).toEqual([200, 200]);
  expect(await statuses(owner.cookie)).toEqual([200, 404]);
  expect(await statuses(other.cookie)).toEqual([404, 404]);
  expect(await statuses("")).toEqual([404, 404]);
  expect((await look(photoPath(none, "full"), staff.cookie)).status).toBe(404);
});

test("a guest's cookie, a mail's link and a tracking link open the picture and the custody receipt", async () => {
  const guest = await payForBatch(product, sql);
  const other = await payForBatch(product, sql);
  await sql`update grading_orders set arrived_at = now(), received_at = now(), received_count = 2,
    fulfillment_status = 'grading', submission_status = 'received' where id = ${guest.id}`;
  const photo = await idOf(guest.id);
  const track = trackingToken(guest.id, 1);
  const link = signPrintLink(guest.id);
  const full = (proof: object) => photoPath(photo, "full", proof);
  expect((await look(full({}), guest.cookie)).status).toBe(200);
  expect((await look(full({ order: guest.id, link }))).status).toBe(200);
  expect((await look(full({ track }))).status).toBe(200);
  const wrong: [string, string?][] = [
    [full({}), other.cookie],
    [full({ order: other.id, link: signPrintLink(other.id) })],
    [full({ order: guest.id, link: `${link}x` })],
    [full({ track: trackingToken(other.id, 1) })],
  ];
  for (const [path, cookie] of wrong) expect((await look(path, cookie)).status).toBe(404);

  const receipt = paths.receipt(guest.id);
  const opens = async () => {
    for (const [path, cookie] of [
      [receipt, guest.cookie],
      [`${receipt}?link=${link}`],
      [`${receipt}?track=${track}`],
    ] as [string, string?][]) {
      const page = await product.get(path, { cookie: cookie ?? "" });
      expect([page.status, page.body.includes(guest.batchId), page.body.includes(photo)]).toEqual([
        200,
        true,
        true,
      ]);
    }
  };
  await opens();
  expect((await product.get(`${receipt}?track=${trackingToken(other.id, 1)}`)).body).not.toContain(
    guest.batchId,
  );
  const otherReceipt = await product.get(paths.receipt(other.id), { cookie: other.cookie });
  expect(otherReceipt.status).toBe(404);
  const tracked = await product.get(paths.track(track));
  expect([tracked.body.includes(photo), tracked.body.includes(receipt)]).toEqual([true, true]);

  // It is the proof of what we had, also when the money went back; the slip is not to be used any more.
  await sql`update grading_orders set payment_status = 'canceled' where id = ${guest.id}`;
  await opens();
  expect((await product.get(paths.track(track))).body).toContain(receipt);
  expect((await product.get(receipt, { cookie: guest.cookie })).body).not.toContain(paths.slip(guest.id));
});

test("one is hidden, shown and taken back; after ten minutes with a reason alone", async () => {
  const photo = await idOf((await addOrder(sql)).id);
  const change = async (method: "POST" | "DELETE", body: object) => {
    const response = await fetch(product.appUrl + staffApiPaths.photo(photo), {
      method,
      headers: {
        "content-type": "application/json",
        origin: new URL(product.appUrl).origin,
        cookie: staff.cookie,
      },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    return [response.status, answer.outcome ?? answer.code];
  };
  expect(await change("POST", { public: false })).toEqual([200, "changed"]);
  await sql`update order_photos set stored_at = now() - interval '11 minutes' where id = ${photo}`;
  expect(await change("DELETE", {})).toEqual([422, "reason_for_removal"]);
  expect(await change("DELETE", { reason: "Of another batch" })).toEqual([200, "removed"]);
  expect(await change("DELETE", {})).toEqual([200, "already_removed"]);
  expect((await look(photoPath(photo, "full"), staff.cookie)).status).toBe(404);
});
