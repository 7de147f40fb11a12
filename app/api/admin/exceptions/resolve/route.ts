import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { requireStaffCaller } from "@/lib/staff/caller";
import { resolveException } from "@/lib/staff/reconcile/mutations";
import { resolveExceptionSchema } from "@/lib/staff/reconcile/schema";

/** Closes a payment exception with what was done about it -> {outcome}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: resolveExceptionSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      const outcome = await resolveException(userId, body.exception_id, body.resolution);
      if (outcome === "not_found") throw new AppError(404, "There is no such entry.");
      if (outcome === "already_resolved")
        throw new AppError(409, "Somebody else has settled this in the meantime.");
      return { outcome };
    },
  }),
});
