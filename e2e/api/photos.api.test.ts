import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { photoPath } from "../../lib/orders/photo.ts";
import { aPhotoFile, aPngFile } from "../../sandbox/builders/photo-files.ts";
import { logInAsCustomer, logInAsStaff, Product, payForBatch } from "../../sandbox/builders/product.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { sendRaw } from "../support/raw-request.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

const none = randomUUID();
let staff: Awaited<ReturnType<typeof logInAsStaff>>;
let file: Buffer;
beforeAll(async () => {
  staff = await logInAsStaff(product, sql);
  file = await aPhotoFile();
});

async function upload(order: string, { body = file, isPublic = true } = {}) {
  const query = new URLSearchParams({ order, kind: "opened", public: String(isPublic) });
  const headers = {
    cookie: staff.cookie,
    origin: new URL(product.appUrl).origin,
    "content-type": "image/jpeg",
  };
  const url = `${product.appUrl}${staffApiPaths.photoUpload}?${query}`;
  const response = await fetch(url, { method: "POST", headers, body: body as BodyInit });
  return { status: response.status, body: await response.json() };
}
const idOf = async (order: string, isPublic = true): Promise<string> =>
  (await upload(order, { isPublic })).body.photo.id;
const look = (path: string, cookie = "") => fetch(product.appUrl + path, { headers: { cookie } });
const countOf = async (order: string) =>
  (await sql`select 1 from order_photos where order_id = ${order}`).length;

test("rejects unauthorized callers before it reads the body", async () => {
  const { id } = await addOrder(sql);
  const target = `${staffApiPaths.photoUpload}?order=${id}&kind=card&public=true`;
  const headers = { origin: new URL(product.appUrl).origin, "content-length": "19000000" };
  const answer = await sendRaw(product.appUrl, { method: "POST", target, headers });
  expect(answer.status).toBe(401);
  expect(await countOf(id)).toBe(0);
});

test.each<[string, () => Buffer, number, string]>([
  ["a script", () => Buffer.from("<script>alert(1)</script>"), 415, "photo_unknown"],
  ["a pixel bomb", () => aPngFile(30_000, 30_000), 422, "photo_too_many_pixels"],
])("refuses %s", async (_, body, status, code) => {
  const { id } = await addOrder(sql);
  const answer = await upload(id, { body: body() });
  expect(answer).toMatchObject({ status, body: { code } });
  expect(await countOf(id)).toBe(0);
});

test("serves an uncached JPEG in the requested size without metadata", async () => {
  const photo = await idOf((await addOrder(sql)).id);
  const answer = await look(photoPath(photo, "full"), staff.cookie);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-disposition": "inline",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 900, height: 1200 });
  for (const word of ["GPS", "Exif", "secret owner"]) expect(bytes.includes(word)).toBe(false);
  const small = await look(photoPath(photo, "small"), staff.cookie);
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).height).toBe(320);
});

test("shows all photos to staff, public ones to the owner and none to others", async () => {
  const owner = await logInAsCustomer(product);
  const other = await logInAsCustomer(product);
  const { id } = await payForBatch(product, sql, { token: owner.token });
  const shown = await idOf(id);
  const hidden = await idOf(id, false);
  const statuses = async (cookie: string) =>
    Promise.all([shown, hidden].map(async (one) => (await look(photoPath(one, "full"), cookie)).status));
  expect(await statuses(staff.cookie)).toEqual([200, 200]);
  expect(await statuses(owner.cookie)).toEqual([200, 404]);
  expect(await statuses(other.cookie)).toEqual([404, 404]);
  expect(await statuses("")).toEqual([404, 404]);
  expect((await look(photoPath(none, "full"), staff.cookie)).status).toBe(404);
});
