import { testAuthSchema } from "@/lib/auth/schema";
import { tryAuth } from "@/lib/auth/sign-in/test-auth";
import { signInLimits } from "@/lib/auth/sign-in-limits";
import { isTestAuthOn } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeRateLimits } from "@/lib/http/rate-limit";

/** The buttons of /test-auth: {action, email?, password?} -> {isOk, message, detail}; 404 where that page is off. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: testAuthSchema,
    handle: async ({ body, address }) => {
      if (!isTestAuthOn()) throw new AppError("not_found");
      await takeRateLimits(signInLimits(body.email ?? "", address));
      return tryAuth(body);
    },
  }),
});
