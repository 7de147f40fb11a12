import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { resolveException } from "@/lib/staff/reconcile/mutations";
import { resolveExceptionSchema } from "@/lib/staff/reconcile/schema";
import { staff } from "@/lib/staff/require-staff";

/**
 * Closes a payment exception with what was done about it: {exception_id, resolution} -> {outcome}; 409 when it is
 * closed already.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    body: resolveExceptionSchema,
    handle: async ({ body, who }) => {
      const outcome = await resolveException(who.userId, body.exception_id, body.resolution);
      if (outcome === "not_found") throw new AppError("exception_not_found");
      if (outcome === "already_resolved") throw new AppError("exception_settled");
      return { outcome };
    },
  }),
});
