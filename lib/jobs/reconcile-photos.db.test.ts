import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcilePhotos, reconcileStrayPhotos } from "@/lib/jobs/reconcile-photos";
import { fileNames } from "@/lib/orders/photos/photo-files";
import { removePhoto } from "@/lib/staff/photos/mutations";
import { processPhoto } from "@/lib/staff/photos/process-photo";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aPhotoFile } from "@/sandbox/builders/photo-files";
import { addOrder, type StaffMember, signUpStaff } from "@/sandbox/builders/rows";
import { connect, lockReconcile } from "@/sandbox/builders/test-database";

const sql = connect();
const logged = catchLog();
lockReconcile();

/** A time of these tests' own: see jobService. */
const mockDue = "1854-01-01T00:00:00.000Z";
jest.mock("@/lib/supabase/service", () =>
  jest.requireActual("@/sandbox/builders/job-service").jobService(() => ({ due: mockDue })),
);

const NOTHING_YET = { looked_until: null, place: null, finished_at: null };
const endless = () => new JobPhase("photographs", Number.POSITIVE_INFINITY);
let member: StaffMember;
let file: Buffer;
beforeAll(async () => {
  member = await signUpStaff(sql);
  file = await aPhotoFile();
});
afterEach(() => jest.restoreAllMocks());

/** A photograph of an order of its own; answers its id, and the folder of its files. */
async function aKeptPhoto() {
  const { id: order } = await addOrder(sql);
  const { id } = await processPhoto(member.id, { order, kind: "package", public: true }, file);
  const [row] = await sql<{ path: string }[]>`select path from order_photos where id = ${id}`;
  return { id, path: String(row?.path) };
}
const isLeft = async ({ id }: { id: string }) =>
  (await sql`select 1 from order_photos where id = ${id}`).length === 1;
const filesOf = async ({ path }: { path: string }) =>
  (
    await sql`select 1 from storage.objects where bucket_id = 'order-photos' and name = any(${fileNames(path)})`
  ).length;
const makeDue = (photo: { id: string }) =>
  sql`update order_photos set due_at = '1853-01-01' where id = ${photo.id}`;

test("what is due goes, files and row; what is not stays whole", async () => {
  const [due, taken, young] = [await aKeptPhoto(), await aKeptPhoto(), await aKeptPhoto()];
  await makeDue(due);
  await removePhoto(member.id, taken.id, null);
  await makeDue(taken);
  expect(await reconcilePhotos(endless())).toBe(2);
  for (const gone of [due, taken]) expect([await isLeft(gone), await filesOf(gone)]).toEqual([false, 0]);
  expect([await isLeft(young), await filesOf(young)]).toEqual([true, 2]);
});

test("one whose files cannot be deleted is alarmed, keeps its row, and stops no other", async () => {
  const [stuck, other] = [await aKeptPhoto(), await aKeptPhoto()];
  await makeDue(stuck);
  await makeDue(other);
  const real = globalThis.fetch;
  jest.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const isStuck = String(init?.body ?? "").includes(stuck.path);
    return isStuck ? new Response('{"message":"away"}', { status: 503 }) : real(input, init);
  });
  const phase = endless();
  await reconcilePhotos(phase);
  expect([await isLeft(stuck), await filesOf(stuck), await isLeft(other)]).toEqual([true, 2, false]);
  expect(phase.failed).toBe(1);
  expect(logged("sync.failed")).toMatchObject([{ what: "photographs" }]);
  jest.restoreAllMocks();
  await reconcilePhotos(endless());
  expect([await isLeft(stuck), await filesOf(stuck)]).toEqual([false, 0]);
});

test("a row whose files are gone already goes too", async () => {
  const photo = await aKeptPhoto();
  await sql`delete from storage.objects where name like ${`${photo.path}/%`}`;
  await makeDue(photo);
  await reconcilePhotos(endless());
  expect(await isLeft(photo)).toBe(false);
});

test("files that no photograph knows of go after an hour; those of a photograph stay", async () => {
  const [lost, young, kept] = [await aKeptPhoto(), await aKeptPhoto(), await aKeptPhoto()];
  await sql`delete from order_photos where id in (${lost.id}, ${young.id})`;
  await sql`update storage.objects set created_at = '1853-01-01'
    where name = any(${[...fileNames(lost.path), ...fileNames(kept.path)]})`;
  const now = new Date();
  await reconcileStrayPhotos(endless(), NOTHING_YET, now);
  expect([await filesOf(lost), await filesOf(young), await filesOf(kept)]).toEqual([0, 2, 2]);
  const [progress] = await sql`select place, finished_at from job_progress where kind = 'photos'`;
  expect(progress).toEqual({ place: null, finished_at: now });
});
