import { testAuthSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { tryAuth } from "@/lib/auth/sign-in/try-auth";
import { signInLimits } from "@/lib/auth/sign-in-limits";
import { isTestAuthOn } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { postRoute } from "@/lib/http/api-route";

/** Tests the auth service for /test-auth: {action, email?, password?} -> {isOk, message, detail}. 404 when that page is off. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: testAuthSchema,
  limit: [({ body, address }) => signInLimits(body.email ?? "", address)],
  handle: async ({ body, refund }) => {
    if (!isTestAuthOn()) throw new AppError("not_found");
    const result = await tryAuth(body);
    if (result.isOk && body.action === "sign-in") await refund();
    return result;
  },
});
