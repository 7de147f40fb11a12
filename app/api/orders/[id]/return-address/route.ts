import { user } from "@/lib/auth/session/require-caller";
import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { decideReturnAddress } from "@/lib/orders/homeward/mutations";
import { addressChoiceSchema } from "@/lib/orders/homeward/schema";
import { orderParamsSchema } from "@/lib/orders/schema";

/**
 * Notes where the graded cards of the caller's own order go: {question, choice} -> {outcome}. 409 when it was decided otherwise, is
 * asked no more, or is over.
 */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: user,
    params: orderParamsSchema,
    body: addressChoiceSchema,
    handle: async ({ params, body, who }) => {
      const outcome = await decideReturnAddress(params.id, who.userId, body);
      switch (outcome) {
        case "decided":
        case "decided_before":
          return { outcome };
        case "decided_otherwise":
          throw new AppError("address_decided");
        case "too_late":
          throw new AppError("address_too_late");
        case "asked_no_more":
          throw new AppError("address_asked_no_more");
        case "not_found":
          throw new AppError("not_found");
      }
    },
  }),
});
