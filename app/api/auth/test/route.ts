import { apiRoute, endpoint } from "@/lib/api-route";
import { testAuthSchema } from "@/lib/auth/schema";
import { takeSignInLimits } from "@/lib/auth/sign-in-limits";
import { tryAuth } from "@/lib/auth/test-auth";
import { isTestAuthOn } from "@/lib/env";
import { AppError, messages } from "@/lib/errors";

/** The buttons of /test-auth: {action, email?, password?} -> {isOk, message, detail}; 404 where that page is off. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: testAuthSchema,
    handle: async ({ body, address }) => {
      if (!isTestAuthOn()) throw new AppError(404, messages.notFound);
      await takeSignInLimits(body.email ?? "", address);
      return tryAuth(body);
    },
  }),
});
