import { requestAccountMail } from "@/lib/auth/account/request-account-mail";
import { accountMailSchema } from "@/lib/auth/schema";
import { anyone } from "@/lib/auth/session/require-caller";
import { mailLimits } from "@/lib/auth/sign-in-limits";
import { postRoute } from "@/lib/http/api-route";

/** Resends the confirmation email if the address is unconfirmed: {email} -> {sent: true}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: accountMailSchema,
  limit: [({ body, address }) => mailLimits(body.email, address)],
  handle: ({ body }) => requestAccountMail("confirmation", body.email),
});
