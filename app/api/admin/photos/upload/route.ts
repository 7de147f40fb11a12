import { AppError } from "@/lib/base/errors";
import { postRoute } from "@/lib/http/api-route";
import { readBytes } from "@/lib/http/body";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";
import { MAX_PHOTO_BYTES } from "@/lib/orders/photo";
import { processPhoto } from "@/lib/staff/photos/process-photo";
import { photoUploadSchema } from "@/lib/staff/photos/schema";
import { staff } from "@/lib/staff/require-staff";

/** Long, because phones upload slowly in a warehouse. */
const DEADLINE_MS = 120_000;

/**
 * Stores the photo in the body (up to 20 MB): ?order= or ?package=, ?kind=, ?public= -> {photo}. Middleware skips
 * this path, because it would buffer the body.
 */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  limit: [perPerson(rateLimits.photo)],
  deadlineMs: DEADLINE_MS,
  handle: async ({ request, who }) => {
    const upload = photoUploadSchema.safeParse(Object.fromEntries(request.nextUrl.searchParams));
    if (!upload.success) throw new AppError("invalid_input");
    const bytes = await readBytes(request, MAX_PHOTO_BYTES, "photo_too_large");
    return { photo: await processPhoto(who.userId, upload.data, bytes) };
  },
});
