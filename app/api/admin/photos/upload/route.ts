import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { readBytes } from "@/lib/http/body";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";
import { MAX_PHOTO_BYTES } from "@/lib/orders/photo";
import { processPhoto } from "@/lib/staff/photos/process-photo";
import { photoUploadSchema } from "@/lib/staff/photos/schema";
import { staff } from "@/lib/staff/require-staff";

/** A telephone in a warehouse sends slowly. */
const DEADLINE_MS = 120_000;

/**
 * Keeps the photograph in the body, a file of 20 MB at most, for ?order= or ?package= with ?kind= and ?public= -> {photo}.
 * Middleware, which would hold the whole body in memory, does not see this path: who is asked here, before a byte is read.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    limit: [perPerson(rateLimits.photo)],
    deadlineMs: DEADLINE_MS,
    handle: async ({ request, who }) => {
      const upload = photoUploadSchema.safeParse(Object.fromEntries(request.nextUrl.searchParams));
      if (!upload.success) throw new AppError("invalid_input");
      const bytes = await readBytes(request, MAX_PHOTO_BYTES, "photo_too_large");
      return { photo: await processPhoto(who.userId, upload.data, bytes) };
    },
  }),
});
