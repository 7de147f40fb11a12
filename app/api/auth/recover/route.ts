import { requestAccountMail } from "@/lib/auth/account/request-account-mail";
import { accountMailSchema } from "@/lib/auth/schema";
import { takeMailLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Sends the link to a new password, if the address has an account: {email} -> {sent: true}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: accountMailSchema,
    handle: async ({ body: { email }, address }) => {
      await takeMailLimits(email, address);
      return requestAccountMail("recovery", email);
    },
  }),
});
