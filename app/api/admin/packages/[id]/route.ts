import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import {
  type ChangedPackage,
  changePackage,
  type DeletedPackage,
  deletePackage,
} from "@/lib/staff/desk/mutations";
import { deletePackageSchema, packageChangeBodySchema, packageParamsSchema } from "@/lib/staff/desk/schema";
import { changedText } from "@/lib/staff/order/conflict-text";
import { staff } from "@/lib/staff/require-staff";

/** Throws what stands against a correction. */
function checked(result: ChangedPackage | DeletedPackage) {
  switch (result.outcome) {
    case "changed":
    case "deleted":
    case "unchanged":
      return { outcome: result.outcome };
    case "not_found":
      throw new AppError("package_not_found");
    case "already_matched":
      throw new AppError("package_matched");
    case "conflict":
      throw new AppError("package_changed", {
        ...changedText(result.package, new Date()),
        reply: { package: result.package },
      });
  }
}

/**
 * Corrects (POST) or deletes (DELETE) a package without a batch that was noted wrongly: {version, …} -> {outcome}.
 * 409 when someone else changed it first.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: packageParamsSchema,
    missing: "package_not_found",
    body: packageChangeBodySchema,
    handle: async ({ params, body, who }) => checked(await changePackage(who.userId, params.id, body)),
  }),
  DELETE: endpoint({
    who: staff,
    params: packageParamsSchema,
    missing: "package_not_found",
    body: deletePackageSchema,
    handle: async ({ params, body, who }) =>
      checked(await deletePackage(who.userId, params.id, body.version)),
  }),
});
