import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { photoPath } from "../../lib/orders/photo.ts";
import { aHeicFile, aPhotoFile, aPngFile } from "../../sandbox/builders/photo-files.ts";
import { logInAsCustomer, logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { addOrder, removeStaff } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { type PhotoUpload, sendPhoto } from "../support/photo-upload.ts";
import { sendRaw } from "../support/raw-request.ts";

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

const upload = (order: string, options: Partial<PhotoUpload> = {}) =>
  sendPhoto(product, order, { cookie: staff.cookie, body: file, ...options });
const idOf = async (order: string, options: Partial<PhotoUpload> = {}): Promise<string> =>
  (await upload(order, options)).body.photo.id;
const look = (path: string, cookie = "") => fetch(product.appUrl + path, { headers: { cookie } });
const countOf = async (order: string) =>
  (await sql`select 1 from order_photos where order_id = ${order}`).length;

describe("only staff take photographs", () => {
  let order: string;
  beforeAll(async () => {
    order = (await addOrder(sql)).id;
  });
  afterAll(async () => expect(await countOf(order)).toBe(0));

  test.each<[string, () => Promise<Partial<PhotoUpload>>, number, string]>([
    ["nobody", async () => ({ cookie: "" }), 401, "sign_in_required"],
    ["a customer", async () => ({ cookie: (await logInAsCustomer(product)).cookie }), 403, "staff_only"],
    ["another site", async () => ({ origin: "https://evil.example" }), 403, "foreign_origin"],
    [
      "somebody who was staff",
      async () => {
        const former = await logInAsStaff(product, sql);
        await removeStaff(sql, former.userId);
        return { cookie: former.cookie };
      },
      403,
      "staff_only",
    ],
  ])("%s", async (_, who, status, code) => {
    expect(await upload(order, await who())).toMatchObject({ status, body: { code } });
  });

  test("and nobody is read who may not: the answer comes before the body", async () => {
    const head = {
      method: "POST",
      target: `${staffApiPaths.photoUpload}?order=${order}&kind=card&public=true`,
    };
    const headers = { origin: new URL(product.appUrl).origin, "content-length": "19000000" };
    const answer = await sendRaw(product.appUrl, { ...head, headers });
    expect(answer.status).toBe(401);
  });
});

describe("what is taken", () => {
  test("a photograph of twenty megabytes, and nothing larger", async () => {
    const { id } = await addOrder(sql);
    const padded = (bytes: number) => Buffer.concat([file, Buffer.alloc(bytes - file.length)]);
    expect((await upload(id, { body: padded(20_000_000) })).status).toBe(200);
    const tooLarge = { status: 413, body: { code: "photo_too_large" } };
    expect(await upload(id, { body: padded(20_000_001) })).toMatchObject(tooLarge);
  });

  test("a body that never ends is read no further than that", async () => {
    const { id } = await addOrder(sql);
    let sent = 0;
    const endless = new ReadableStream({
      pull(to) {
        sent += 1_000_000;
        to.enqueue(Buffer.alloc(1_000_000));
      },
    });
    const answer = await upload(id, { body: endless }).catch(() => null);
    // Whoever goes on sending may also find the line cut.
    if (answer) expect(answer).toMatchObject({ status: 413, body: { code: "photo_too_large" } });
    expect(sent).toBeLessThan(60_000_000);
    expect(await countOf(id)).toBe(0);
  });

  test.each<[string, () => Buffer, number, string]>([
    [
      "a script that is called a photograph",
      () => Buffer.from("<script>alert(1)</script>"),
      415,
      "photo_unknown",
    ],
    ["a HEIC photograph", aHeicFile, 415, "photo_heic"],
    ["a pixel bomb", () => aPngFile(30_000, 30_000), 422, "photo_too_many_pixels"],
    ["half of one", () => file.subarray(0, 3000), 422, "photo_unreadable"],
    ["nothing", () => Buffer.alloc(0), 415, "photo_unknown"],
  ])("not %s", async (_, body, status, code) => {
    const { id } = await addOrder(sql);
    const answer = await upload(id, { body: body(), name: "photo.jpg" });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await countOf(id)).toBe(0);
  });

  test.each<Record<string, string>>([
    { kind: "selfie" },
    { public: "maybe" },
    { order: "x" },
    { package: none },
  ])("not one of which is said %j", async (about) => {
    expect((await upload((await addOrder(sql)).id, { about })).status).toBe(400);
  });

  test("six, also when they come at once", async () => {
    const { id } = await addOrder(sql);
    const answers = await Promise.all(Array.from({ length: 7 }, () => upload(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { code: "photos_full" },
    });
  });
});

test("a picture is a clean JPEG that nobody keeps, in the size that is asked for", async () => {
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
