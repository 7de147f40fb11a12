import { anyone } from "@/lib/auth/session/require-caller";
import { publicEnv } from "@/lib/base/env-public";
import { readReadiness } from "@/lib/health/read-readiness";
import { getRoute, jsonResponse } from "@/lib/http/api-route";

/** Returns 200 if this process can serve requests, even if another service is down. 503 while the database is down. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: anyone,
  handle: async () => {
    const readiness = await readReadiness(publicEnv.migrations);
    return jsonResponse(readiness, readiness.status === "not_ready" ? 503 : 200);
  },
});
