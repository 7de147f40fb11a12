import { anyone } from "@/lib/auth/session/require-caller";
import { publicEnv } from "@/lib/base/env-public";
import { readReadiness } from "@/lib/health/read-readiness";
import { answer, apiRoute, endpoint } from "@/lib/http/api-route";

/** Says whether this process may be sent visitors: 200 with what is degraded, or 503 with what is missing. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: anyone,
    handle: async () => {
      const { isReady, ...services } = await readReadiness(publicEnv.migrations);
      return answer({ status: isReady ? "ready" : "not_ready", ...services }, isReady ? 200 : 503);
    },
  }),
});
