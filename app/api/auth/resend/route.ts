import { requestAccountMail } from "@/lib/auth/account/request-account-mail";
import { accountMailSchema } from "@/lib/auth/schema";
import { takeMailLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Sends the confirmation mail once more, if the address waits for it: {email} -> {sent: true}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: accountMailSchema,
    handle: async ({ body: { email }, address }) => {
      await takeMailLimits(email, address);
      return requestAccountMail("confirmation", email);
    },
  }),
});
