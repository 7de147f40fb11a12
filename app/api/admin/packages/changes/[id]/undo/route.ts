import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { undoPackage } from "@/lib/staff/desk/mutations";
import { packageParamsSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";
import { staffMessages } from "@/lib/staff/schema";

/** Takes the correction or the deletion of a package back -> {outcome: undone | already_undone}; 409 when it was changed since. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: packageParamsSchema,
    missing: "act_not_found",
    handle: async ({ params, who }) => {
      const outcome = await undoPackage(who.userId, params.id);
      if (outcome === "not_found") throw new AppError("act_not_found");
      if (outcome === "changed_since") {
        throw new AppError("package_changed", { text: staffMessages.changedSince });
      }
      return { outcome };
    },
  }),
});
