import { apiRoute, endpoint } from "@/lib/http/api-route";
import { photoParamsSchema } from "@/lib/orders/photos/schema";
import { changePhoto } from "@/lib/staff/photos/process-photo";
import { showPhotoSchema } from "@/lib/staff/photos/schema";
import { staff } from "@/lib/staff/require-staff";

/** Shows a photo to the customer or hides it (POST {public}), or removes it (DELETE) -> {outcome, photo}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: photoParamsSchema,
    missing: "photo_not_found",
    body: showPhotoSchema,
    handle: ({ params, body, who }) => changePhoto(who.userId, params.id, body.public ? "show" : "hide"),
  }),
  DELETE: endpoint({
    who: staff,
    params: photoParamsSchema,
    missing: "photo_not_found",
    handle: ({ params, who }) => changePhoto(who.userId, params.id, "remove"),
  }),
});
