import { changePassword } from "@/lib/auth/account/change-password";
import { changePasswordSchema } from "@/lib/auth/schema";
import { requirePerson } from "@/lib/auth/session/caller";
import { apiRoute, endpoint } from "@/lib/http/api-route";

/** Changes the password: {currentPassword, password, confirmPassword, code?} -> {othersEnded}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: changePasswordSchema,
    handle: async ({ request, body: { password, ...proof }, address }) => {
      const person = await requirePerson(request);
      return changePassword({ ...person, ...proof, address }, password);
    },
  }),
});
