import { aPhotoFile } from "../../sandbox/builders/photo-files.ts";
import { logInAsStaff, Product } from "../../sandbox/builders/product.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { type PhotoUpload, sendPhoto } from "../support/photo-upload.ts";

const product = new Product();
const sql = database();
let staff: Awaited<ReturnType<typeof logInAsStaff>>;
let file: Buffer;
beforeAll(async () => {
  staff = await logInAsStaff(product, sql);
  file = await aPhotoFile();
});
afterAll(() => sql.end());

const upload = (order: string, options: Partial<PhotoUpload> = {}) =>
  sendPhoto(product, order, { cookie: staff.cookie, body: file, ...options });
const countOf = async (order: string) =>
  (await sql`select 1 from order_photos where order_id = ${order}`).length;

test("accepts a photo of 20 MB and nothing larger", async () => {
  const { id } = await addOrder(sql);
  const padded = (bytes: number) => Buffer.concat([file, Buffer.alloc(bytes - file.length)]);
  expect((await upload(id, { body: padded(20_000_000) })).status).toBe(200);
  const tooLarge = { status: 413, body: { code: "photo_too_large" } };
  expect(await upload(id, { body: padded(20_000_001) })).toMatchObject(tooLarge);
});

test("stops reading an endless body at the limit", async () => {
  const { id } = await addOrder(sql);
  let sent = 0;
  const endless = new ReadableStream({
    pull(to) {
      sent += 1_000_000;
      to.enqueue(Buffer.alloc(1_000_000));
    },
  });
  const answer = await upload(id, { body: endless }).catch(() => null);
  // The connection may close while the body is still being sent.
  if (answer) expect(answer).toMatchObject({ status: 413, body: { code: "photo_too_large" } });
  expect(sent).toBeLessThan(60_000_000);
  expect(await countOf(id)).toBe(0);
});

test("stores six photos at most when they arrive at once", async () => {
  const { id } = await addOrder(sql);
  const answers = await Promise.all(Array.from({ length: 7 }, () => upload(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    body: { code: "photos_full" },
  });
});
