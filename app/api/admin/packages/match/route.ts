import { postRoute } from "@/lib/http/api-route";
import { matchPackage } from "@/lib/staff/desk/mutations";
import { matchPackageSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/** Matches a package to a batch: {package_id, order_id} -> {outcome, order}. 409 if the package is already matched. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: matchPackageSchema,
  handle: ({ body, who }) => matchPackage(who.userId, body.package_id, body.order_id),
});
