import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcilePhotos, reconcileStrayPhotos } from "@/lib/jobs/reconcile-photos";
import { photoObjectPaths } from "@/lib/orders/photo";
import { changePhoto, processPhoto } from "@/lib/staff/photos/process-photo";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aPhotoFile } from "@/sandbox/builders/photo-files";
import { addOrder, type StaffMember, signUpStaff } from "@/sandbox/builders/rows";
import { call, connect, emptyTables, serverClient } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const logged = catchLog();

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

async function aStoredPhoto() {
  const { id: order } = await addOrder(sql);
  const { id } = await processPhoto(member.id, { order, kind: "package", public: true }, file);
  const [row] = await sql<{ path: string }[]>`select path from order_photos where id = ${id}`;
  return { id, path: String(row?.path) };
}
function breakStorageOf(photos: { path: string }[]) {
  const real = globalThis.fetch;
  jest.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const isStuck = photos.some(({ path }) => String(init?.body ?? "").includes(path));
    return isStuck ? new Response('{"message":"away"}', { status: 503 }) : real(input, init);
  });
}
const isLeft = async ({ id }: { id: string }) =>
  (await sql`select 1 from order_photos where id = ${id}`).length === 1;
const filesOf = async ({ path }: { path: string }) =>
  (
    await sql`select 1 from storage.objects where bucket_id = 'order-photos' and name = any(${photoObjectPaths(path)})`
  ).length;
const makeDue = (photo: { id: string }) =>
  sql`update order_photos set due_at = '1853-01-01' where id = ${photo.id}`;

test("deletes the files and rows of due photos and keeps the others", async () => {
  const [due, taken, young] = [await aStoredPhoto(), await aStoredPhoto(), await aStoredPhoto()];
  await makeDue(due);
  await changePhoto(member.id, taken.id, "remove");
  await makeDue(taken);
  expect(await reconcilePhotos(endless())).toBe(2);
  for (const gone of [due, taken]) expect([await isLeft(gone), await filesOf(gone)]).toEqual([false, 0]);
  expect([await isLeft(young), await filesOf(young)]).toEqual([true, 2]);
});

test("logs a photo that can't be deleted, keeps its row and deletes the others", async () => {
  const [stuck, other] = [await aStoredPhoto(), await aStoredPhoto()];
  await makeDue(stuck);
  await makeDue(other);
  breakStorageOf([stuck]);
  const phase = endless();
  await reconcilePhotos(phase);
  expect([await isLeft(stuck), await filesOf(stuck), await isLeft(other)]).toEqual([true, 2, false]);
  expect(phase.failed).toBe(1);
  expect(logged("sync.failed")).toMatchObject([{ what: "photographs", photo: stuck.id }]);
  jest.restoreAllMocks();
  await makeDue(stuck);
  await reconcilePhotos(endless());
  expect([await isLeft(stuck), await filesOf(stuck)]).toEqual([false, 0]);
});

test("reports a photo once after twelve failures, with one email a day", async () => {
  const claim = async (p_with_mail: boolean, p_now: string) => {
    const found = await call<{ id: string }[]>(serverClient(), "claim_stuck_photos", { p_with_mail, p_now });
    return found.map(({ id }) => id);
  };
  const [first, later, quiet] = [await aStoredPhoto(), await aStoredPhoto(), await aStoredPhoto()];
  const stick = ({ id }: { id: string }, times = 12) =>
    sql`update order_photos set failed_deletions = ${times} where id = ${id}`;
  await stick(first, 11);
  expect(await claim(true, "1852-03-01T01:00Z")).toEqual([]);
  await stick(first);
  const both = await Promise.all([claim(true, "1852-03-01T02:00Z"), claim(true, "1852-03-01T02:00Z")]);
  expect(both.flat()).toEqual([first.id]);
  await stick(later);
  expect(await claim(true, "1852-03-01T23:59Z")).toEqual([]);
  expect(await claim(true, "1852-03-02T00:01Z")).toEqual([later.id]);
  expect(await claim(true, "1852-03-03T00:01Z")).toEqual([]);
  await stick(quiet);
  expect(await claim(false, "1852-03-03T00:02Z")).toEqual([quiet.id]);
  const mails = await sql`
    select payload from outbox where kind = 'stuck_photos' and created_at < '1900-01-01' order by created_at`;
  expect(mails.map(({ payload }) => payload)).toEqual([
    { count: 1, path: first.path },
    { count: 1, path: later.path },
  ]);
  await sql`delete from outbox where kind = 'stuck_photos' and created_at < '1900-01-01'`;
  await sql`delete from order_photos where id in (${first.id}, ${later.id}, ${quiet.id})`;
});

test("deletes stray files after an hour but keeps files of existing photos", async () => {
  const [lost, young, kept] = [await aStoredPhoto(), await aStoredPhoto(), await aStoredPhoto()];
  await sql`delete from order_photos where id in (${lost.id}, ${young.id})`;
  await sql`update storage.objects set created_at = '1853-01-01'
    where name = any(${[...photoObjectPaths(lost.path), ...photoObjectPaths(kept.path)]})`;
  const now = new Date();
  await reconcileStrayPhotos(endless(), NOTHING_YET, now);
  expect([await filesOf(lost), await filesOf(young), await filesOf(kept)]).toEqual([0, 2, 2]);
  const [progress] = await sql`select place, finished_at from job_progress where kind = 'photos'`;
  expect(progress).toEqual({ place: null, finished_at: now });
});
