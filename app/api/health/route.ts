import { anyone } from "@/lib/auth/session/require-caller";
import { getRoute } from "@/lib/http/api-route";

/** Returns 200 while the process runs, for a process manager. Checks no other services. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: anyone,
  handle: async () => ({ status: "alive" }),
});
