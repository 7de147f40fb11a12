import { apiRoute, endpoint } from "@/lib/http/api-route";
import { noSuchOrder, orderIdOf, requireStaffCaller } from "@/lib/staff/caller";
import { recordArrival } from "@/lib/staff/desk/mutations";

/** The package is in the building -> {outcome: arrived | already_arrived, order}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    handle: async ({ request }) => {
      const { userId } = await requireStaffCaller(request);
      const result = await recordArrival(userId, orderIdOf(request));
      if (result.outcome === "not_found") throw noSuchOrder();
      return result;
    },
  }),
});
