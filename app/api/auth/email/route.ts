import { changeEmail } from "@/lib/auth/account/change-email";
import { changeEmailSchema } from "@/lib/auth/schema";
import { requirePerson } from "@/lib/auth/session/caller";
import { mailLimits } from "@/lib/auth/sign-in-limits";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { takeRateLimits } from "@/lib/http/rate-limit";

/** Asks for another e-mail address: {email, currentPassword, code?} -> {isChanged}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: changeEmailSchema,
    handle: async ({ request, body: { email, ...proof }, address }) => {
      const person = await requirePerson(request);
      await takeRateLimits(mailLimits(person.email, address));
      return changeEmail({ ...person, ...proof, address }, email);
    },
  }),
});
