import { photoObjectPaths } from "@/lib/orders/photo";
import { getPhotoFile } from "@/lib/orders/photos/data";
import { listPhotos, processPhoto } from "@/lib/staff/photos/process-photo";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aPhotoFile } from "@/sandbox/builders/photo-files";
import { addOrder, type StaffMember, signUpStaff } from "@/sandbox/builders/rows";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
catchLog();
let member: StaffMember;
let file: Buffer;
beforeAll(async () => {
  member = await signUpStaff(sql);
  file = await aPhotoFile();
});
afterEach(() => jest.restoreAllMocks());

const keep = (order: string) => processPhoto(member.id, { order, kind: "opened", public: true }, file);
const rowsOf = (order: string) =>
  sql<{ id: string; path: string; stored_at: Date | null; removed_at: Date | null }[]>`
    select id, path, stored_at, removed_at from order_photos where order_id = ${order} order by taken_at`;
const filesOf = async (path: string) =>
  (await sql`select name from storage.objects where bucket_id = 'order-photos' and name like ${`${path}/%`}`)
    .map(({ name }) => name)
    .sort();

test("stores a photo in two sizes and lists it", async () => {
  const { id } = await addOrder(sql);
  const photo = await keep(id);
  expect(photo).toMatchObject({ kind: "opened", public: true, taken_by: member.email });
  const [row] = await rowsOf(id);
  expect(await filesOf(String(row?.path))).toEqual(photoObjectPaths(String(row?.path)));
  const full = await getPhotoFile(String(row?.path), "full");
  expect(Buffer.from(full ?? new ArrayBuffer(0)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(await getPhotoFile("never-stored", "full")).toBeNull();
  const list = await listPhotos(member.accessToken, { order: id });
  expect(list).toMatchObject({ slots_left: 5, photos: [{ id: photo.id }] });
  const [event] = await sql`select type, to_value, public, actor_id from order_events
    where order_id = ${id} and type = 'photo'`;
  expect(event).toMatchObject({ to_value: "opened", public: false, actor_id: member.id });
});

test("shows no photo and frees its slot when storing the second file fails", async () => {
  const { id } = await addOrder(sql);
  const real = globalThis.fetch;
  let uploads = 0;
  jest.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const isUpload = String(input).includes("/storage/v1/object/order-photos/");
    return isUpload && uploads++ > 0 ? new Response("{}", { status: 503 }) : real(input, init);
  });
  await expect(keep(id)).rejects.toMatchObject({ code: "storage_unavailable", status: 503 });
  expect(await listPhotos(member.accessToken, { order: id })).toEqual({ slots_left: 6, photos: [] });
  expect((await rowsOf(id)).map((row) => [row.stored_at, row.removed_at !== null])).toEqual([[null, true]]);
});

test("keeps the bucket private and accepts only JPEG files", async () => {
  const [bucket] = await sql`select public, allowed_mime_types, file_size_limit::int as limit
    from storage.buckets where id = 'order-photos'`;
  expect(bucket).toEqual({ public: false, allowed_mime_types: ["image/jpeg"], limit: 5 * 1024 * 1024 });
});
