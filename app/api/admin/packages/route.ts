import { apiRoute, endpoint } from "@/lib/http/api-route";
import { requireStaffCaller } from "@/lib/staff/caller";
import { createPackage } from "@/lib/staff/desk/mutations";
import { packageSchema } from "@/lib/staff/desk/schema";

/** Keeps a package that came without a batch we know -> {package}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: packageSchema,
    handle: async ({ request, body }) => {
      const { userId } = await requireStaffCaller(request);
      return { package: await createPackage(userId, body) };
    },
  }),
});
