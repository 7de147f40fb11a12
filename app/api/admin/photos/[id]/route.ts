import { apiRoute, endpoint } from "@/lib/http/api-route";
import { photoParamsSchema } from "@/lib/orders/photos/schema";
import { changePhoto } from "@/lib/staff/photos/mutations";
import { showPhotoSchema } from "@/lib/staff/photos/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Sets whether the customer sees a photograph (POST {public}), or removes it (DELETE) -> {outcome}.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: photoParamsSchema,
    missing: "photo_not_found",
    body: showPhotoSchema,
    handle: async ({ params, body, who }) => {
      const { outcome } = await changePhoto(who.userId, params.id, body.public ? "show" : "hide");
      return { outcome };
    },
  }),
  DELETE: endpoint({
    who: staff,
    params: photoParamsSchema,
    missing: "photo_not_found",
    handle: async ({ params, who }) => {
      const { outcome } = await changePhoto(who.userId, params.id, "remove");
      return { outcome };
    },
  }),
});
