import { apiRoute, endpoint } from "@/lib/http/api-route";
import { addPackage } from "@/lib/staff/desk/mutations";
import { packageSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/** Keeps a package that came without a batch that we know -> {package}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    body: packageSchema,
    handle: async ({ body, who }) => {
      return { package: await addPackage(who.userId, body) };
    },
  }),
});
