import { anyone } from "@/lib/auth/session/require-caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Says that the process lives, for whoever would start it anew otherwise. It asks no other service. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: anyone,
    handle: async () => ({ status: "alive" }),
  }),
});
