import { guestOrUser } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { orderParamsSchema } from "@/lib/orders/schema";
import { reportProblem } from "@/lib/orders/tracking/mutations";
import { proposalAccessOf } from "@/lib/orders/tracking/proposal-access";
import { problemSchema } from "@/lib/orders/tracking/schema";

/** Stores a problem report: {words, token?} -> {outcome}. 409 before the cards ship back or 30 days after delivery. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrUser,
  params: orderParamsSchema,
  body: problemSchema,
  limit: [
    rateLimits.problemAddress,
    // Holders of the tracking link share one limit per batch.
    ({ who, params }) => [{ ...rateLimits.problem, subject: who.userId ?? who.guestKey ?? params.id }],
  ],
  handle: ({ params, body: { words, token }, who }) =>
    reportProblem(params.id, proposalAccessOf(who, token), words),
});
