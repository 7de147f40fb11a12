import { guestOrReader } from "@/lib/auth/session/require-caller";
import { AppError } from "@/lib/base/errors";
import { getRoute } from "@/lib/http/api-route";
import { openPhoto } from "@/lib/orders/photos/open-photo";
import { photoParamsSchema, photoQuerySchema } from "@/lib/orders/photos/schema";

/**
 * Returns a photo as a JPEG to staff, the order's owner, the guest who placed it, and holders of an emailed link
 * (?link=) or the tracking link (?track=). 404 for anyone else. ?size=small is for lists.
 */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: guestOrReader,
  params: photoParamsSchema,
  missing: "photo_not_found",
  handle: async ({ request, params, who }) => {
    const query = photoQuerySchema.parse(Object.fromEntries(request.nextUrl.searchParams));
    const picture = await openPhoto(params.id, query, who);
    if (!picture) throw new AppError("photo_not_found");
    return new Response(picture, {
      headers: {
        "content-type": "image/jpeg",
        "content-disposition": "inline",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
    });
  },
});
