import { apiRoute, endpoint } from "@/lib/api-route";
import { requirePerson } from "@/lib/auth/caller";
import { changePassword } from "@/lib/auth/change-password";
import { changePasswordSchema } from "@/lib/auth/schema";

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
