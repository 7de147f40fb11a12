import { user } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { perPerson, rateLimits } from "@/lib/http/rate-limit";
import { renameOrder } from "@/lib/orders/mutations";
import { orderParamsSchema, renameOrderSchema } from "@/lib/orders/schema";

/** Names the caller's own batch: {title} -> {outcome}. An empty title clears it. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: user,
  params: orderParamsSchema,
  body: renameOrderSchema,
  limit: [perPerson(rateLimits.profile)],
  handle: ({ params, body, who }) => renameOrder(params.id, who.userId, body.title),
});
