import { changeEmail } from "@/lib/auth/account/change-email";
import { changeEmailSchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Requests a change of the email address: {email, currentPassword, code?} -> {isChanged}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  // The auth service hands the email to a mail server before it responds.
  deadlineMs: 12_000,
  who: user,
  body: changeEmailSchema,
  handle: ({ body: { email, ...proof }, who, address }) =>
    changeEmail({ userId: who.userId, email: who.email, ...proof, address }, email),
});
