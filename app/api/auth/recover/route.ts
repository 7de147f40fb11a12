import { requestAccountMail } from "@/lib/auth/account/account-mail";
import { accountMailSchema } from "@/lib/auth/schema";
import { mailLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeRateLimits } from "@/lib/http/rate-limit";

/** Sends the link to a new password, if the address has an account: {email} -> {sent: true}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: accountMailSchema,
    handle: async ({ body: { email }, address }) => {
      await takeRateLimits(mailLimits(email, address));
      return requestAccountMail("recovery", email);
    },
  }),
});
