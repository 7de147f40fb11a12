import "server-only";
import * as z from "zod/mini";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { fulfillmentStatusSchema, paymentStatusSchema } from "@/lib/orders/order";
import { BUCKET, type PhotoSize, photoObjectPath } from "@/lib/orders/photo";
import { photoSchema } from "@/lib/orders/schema";
import { asPerson, call } from "@/lib/supabase/rpc";
import { personClient } from "@/lib/supabase/server";
import { serviceClient } from "@/lib/supabase/service";

const placeSchema = z.nullable(z.object({ path: z.string() }));

/**
 * Returns the storage path of a photo if this user may see it. Throws when the database is down, like all reads in
 * this file.
 */
export async function getPhotoPath(accessToken: string, photoId: string): Promise<string | null> {
  const args = { photo_id: photoId };
  const found = await call(personClient(accessToken), "get_photo", args, placeSchema, asPerson);
  return found?.path ?? null;
}

/** Access without a session: a signed link, a guest cookie, or a tracking link. */
export type ShownRight = { order_id?: string; guest_key?: string; token_hash?: string };

/** Returns the storage path of a public photo. Check the caller's right to its order first. */
export async function getShownPhotoPath(photoId: string, right: ShownRight): Promise<string | null> {
  const args = { photo_id: photoId, ...right };
  return (await call(serviceClient(), "get_shown_photo", args, placeSchema))?.path ?? null;
}

/** Returns a photo's JPEG. Null when its file is gone. Throws 503 when storage is down. */
export async function getPhotoFile(path: string, size: PhotoSize): Promise<ArrayBuffer | null> {
  const { data, error } = await serviceClient().storage.from(BUCKET).download(photoObjectPath(path, size));
  if (!error) return data.arrayBuffer();
  // The status is almost always 400 (https://supabase.com/docs/guides/storage/debugging/error-codes).
  if ("code" in error && error.code === "NoSuchKey") return null;
  throw new ServiceUnavailableError("storage", error);
}

const receiptSchema = z.object({
  photos: z.array(photoSchema),
  id: z.string(),
  batch_id: z.nullable(z.string()),
  num_cards: z.number(),
  arrived_at: z.nullable(z.string()),
  received_at: z.string(),
  title: z.nullable(z.string()),
  submitted_at: z.string(),
  received_count: z.number(),
  package_condition: z.nullable(z.string()),
  promised_from: z.nullable(z.string()),
  promised_to: z.nullable(z.string()),
  delayed_until: z.nullable(z.string()),
  payment_status: paymentStatusSchema,
  fulfillment_status: fulfillmentStatusSchema,
  /** First name of the person who counted, if known. */
  receiver: z.nullable(z.string()),
});
export type CustodyReceipt = z.infer<typeof receiptSchema>;

/** Returns an order's custody receipt. Null before its cards are counted. The caller checks access. */
export async function getCustodyReceipt(orderId: string): Promise<CustodyReceipt | null> {
  return call(serviceClient(), "get_custody_receipt", { order_id: orderId }, z.nullable(receiptSchema));
}

const duePhotoSchema = z.object({ id: z.string(), path: z.string(), due_at: z.string() });
export type DuePhoto = z.infer<typeof duePhotoSchema>;

/** Lists up to `limit` photos due for deletion, longest due first, after `after` (null: from the start). */
export async function listDuePhotos(limit: number, after: DuePhoto | null): Promise<DuePhoto[]> {
  const args = { limit, after_due: after?.due_at ?? null, after_id: after?.id ?? null };
  return call(serviceClient(), "list_due_photos", args, z.array(duePhotoSchema));
}

/** Lists the orphaned files among the next 5,000 after a name, and where to continue. */
export async function listStrayPhotos(after: string | null) {
  const schema = z.object({ names: z.array(z.string()), place: z.nullable(z.string()) });
  return call(serviceClient(), "list_stray_photos", { after }, schema);
}
