import { changePassword } from "@/lib/auth/account/change-password";
import { changePasswordSchema } from "@/lib/auth/schema";
import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";

/** Changes the password: {currentPassword, password, confirmPassword, code?} -> {othersEnded}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  // The auth service may check the password against a list of leaked passwords.
  deadlineMs: 12_000,
  who: user,
  body: changePasswordSchema,
  handle: ({ body: { password, ...proof }, who, address }) =>
    changePassword({ userId: who.userId, email: who.email, ...proof, address }, password),
});
