import "server-only";
import { readAsStaff } from "@/lib/staff/data";
import { type PhotoList, type PhotoSubject, photoListSchema } from "@/lib/staff/photos/schema";

export async function listPhotos(accessToken: string, subject: PhotoSubject): Promise<PhotoList> {
  const args = { p_order_id: subject.order ?? null, p_package_id: subject.package ?? null };
  return readAsStaff(accessToken, "staff_list_photos", args, photoListSchema);
}
