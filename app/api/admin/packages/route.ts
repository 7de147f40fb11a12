import { postRoute } from "@/lib/http/api-route";
import { savePackage } from "@/lib/staff/desk/mutations";
import { packageSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/** Saves a package without a known batch -> {outcome, package}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  body: packageSchema,
  handle: async ({ body, who }) => savePackage(who.userId, null, body),
});
