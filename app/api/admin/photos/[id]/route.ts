import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { photoParamsSchema } from "@/lib/orders/photos/schema";
import { removePhoto, showPhoto } from "@/lib/staff/photos/mutations";
import { removePhotoSchema, showPhotoSchema } from "@/lib/staff/photos/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Sets whether the customer sees a photograph (POST {public}), or takes it back (DELETE {reason?}) -> {outcome}. One that
 * was taken more than ten minutes ago is taken back with a reason only (422).
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: photoParamsSchema,
    missing: "photo_not_found",
    body: showPhotoSchema,
    handle: async ({ params, body, who }) => {
      const outcome = await showPhoto(who.userId, params.id, body.public);
      if (outcome === "not_found") throw new AppError("photo_not_found");
      return { outcome };
    },
  }),
  DELETE: endpoint({
    who: staff,
    params: photoParamsSchema,
    missing: "photo_not_found",
    body: removePhotoSchema,
    handle: async ({ params, body, who }) => {
      const outcome = await removePhoto(who.userId, params.id, body.reason ?? null);
      if (outcome === "not_found") throw new AppError("photo_not_found");
      if (outcome === "reason_required") throw new AppError("reason_for_removal");
      return { outcome };
    },
  }),
});
