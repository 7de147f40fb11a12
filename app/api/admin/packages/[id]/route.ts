import { apiRoute, endpoint } from "@/lib/http/api-route";
import { savePackage } from "@/lib/staff/desk/mutations";
import { deletePackageSchema, packageChangeBodySchema, packageParamsSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/** Edits (POST) or deletes (DELETE) a package without a batch: {version, …} -> {outcome, package}. 409 on a conflict. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    params: packageParamsSchema,
    missing: "package_not_found",
    body: packageChangeBodySchema,
    handle: ({ params, body, who }) => savePackage(who.userId, params.id, body),
  }),
  DELETE: endpoint({
    who: staff,
    params: packageParamsSchema,
    missing: "package_not_found",
    body: deletePackageSchema,
    handle: ({ params, body, who }) => savePackage(who.userId, params.id, { ...body, is_deleted: true }),
  }),
});
