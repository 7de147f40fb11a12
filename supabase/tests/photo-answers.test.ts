import { randomUUID } from "node:crypto";
import { getDashboard } from "@/lib/orders/data";
import * as data from "@/lib/orders/photos/data";
import { claimStuckPhotos, deletePhoto, dropPhoto, postponePhoto } from "@/lib/orders/photos/mutations";
import { listPhotos } from "@/lib/staff/photos/data";
import * as writes from "@/lib/staff/photos/mutations";
import { processPhoto } from "@/lib/staff/photos/process-photo";
import { aPhotoFile } from "../../sandbox/builders/photo-files";
import { addOrder, signUpStaff } from "../../sandbox/builders/rows";
import { connect, signedUp } from "../../sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

const sql = connect();
// What it claims is not told to a job that runs beside it.
const none = randomUUID();

test("every answer about photographs has the shape that is read", async () => {
  const [{ id: actor, accessToken }, owner] = [await signUpStaff(sql), await signedUp(sql)];
  const counted = { received_at: new Date(), received_count: 9, arrived_at: new Date() };
  const { id: order, batch_id: name } = await addOrder(sql, { user_id: owner.id, ...counted });
  const upload = { order, kind: "card", public: true } as const;
  const { id } = await processPhoto(actor, upload, await aPhotoFile());
  expect((await listPhotos(accessToken, { order })).photos).toHaveLength(1);

  const { batch } = await getDashboard(owner.accessToken, null, name);
  expect(batch?.photos).toMatchObject([{ id, kind: "card" }]);
  const path = await data.getPhotoPath(owner.accessToken, id);
  expect(await data.getShownPhotoPath(id, { orderId: order })).toBe(path);
  expect(await data.getPhotoPath(accessToken, none)).toBeNull();
  expect(await data.getPhotoFile(String(path), "small")).toBeInstanceOf(ArrayBuffer);
  expect(await data.getPhotoFile(`2001-01/${none}`, "small")).toBeNull();
  expect(await data.getCustodyReceipt(order)).toMatchObject({ received_count: 9, receiver: null });

  expect(await writes.showPhoto(actor, id, false)).toBe("changed");
  expect(await writes.showPhoto(actor, id, false)).toBe("unchanged");
  expect(await writes.showPhoto(actor, none, false)).toBe("not_found");
  await sql`update order_photos set stored_at = now() - interval '1 day' where id = ${id}`;
  const outcomes = [];
  for (const reason of [null, "x", "x"]) outcomes.push(await writes.removePhoto(actor, id, reason));
  outcomes.push(await writes.removePhoto(actor, none, null));
  expect(outcomes).toEqual(["reason_required", "removed", "already_removed", "not_found"]);
  expect(await writes.finishPhoto(actor, none, 1)).toEqual({ outcome: "not_found" });

  const due = await data.listDuePhotos(1000, null);
  expect(due.map((one) => one.id)).toContain(id);
  expect((await data.listDuePhotos(1000, due.at(-1) ?? null)).map((one) => one.id)).not.toContain(id);
  await postponePhoto(id);
  expect((await data.listDuePhotos(1000, null)).map((one) => one.id)).not.toContain(id);
  await sql`update order_photos set failed_deletions = 12 where id = ${id}`;
  expect(await claimStuckPhotos(false)).toContainEqual({ id, path });
  await deletePhoto(id);
  await dropPhoto(none);
  expect(await data.listStrayPhotos("9999")).toEqual({ names: [], place: null });
});

test("no function about photographs was left out", () => {
  const expected = ["orders/photos", "staff/photos"].flatMap((room) => functionsCalledIn(room));
  expect(expected.length).toBeGreaterThan(12);
  expect(expected.filter((name) => !called.has(name))).toEqual([]);
});
