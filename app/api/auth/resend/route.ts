import { requestAccountMail } from "@/lib/auth/account/account-mail";
import { accountMailSchema } from "@/lib/auth/schema";
import { mailLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeRateLimits } from "@/lib/http/rate-limit";

/** Sends the confirmation mail once more, if the address waits for it: {email} -> {sent: true}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: accountMailSchema,
    handle: async ({ body: { email }, address }) => {
      await takeRateLimits(mailLimits(email, address));
      return requestAccountMail("confirmation", email);
    },
  }),
});
