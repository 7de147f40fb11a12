import { cookies } from "next/headers";
import { getCaller, requireStandingSession } from "@/lib/auth/session/caller";
import { requireClaimedIdentity } from "@/lib/auth/session/claimed-identity";
import { guestCookie, guestKeyOf, newGuestCookieValue } from "@/lib/auth/session/guest-cookie";
import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { rateLimits, takeRateLimits } from "@/lib/http/rate-limit";
import { openCheckout, type Payer } from "@/lib/orders/checkout/open-checkout";
import { getPricingContext } from "@/lib/orders/checkout/pricing-context";
import { checkoutRequestSchema } from "@/lib/orders/schema";

/** Opens the payment page for a batch: of the signed-in person, or of the guest's browser. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: checkoutRequestSchema,
    whenUnavailable: "Nothing was charged. Please try again in a minute.",
    handle: async ({ request, body, address }) => {
      const caller = await getCaller(request);
      // A page that has lost its session must not pay as a guest.
      if (body.user_id && !caller.userId) throw new AppError("sign_in_required");
      requireClaimedIdentity(caller, body);
      const payer = caller.accessToken
        ? await accountPayer(caller.accessToken, caller.userId ?? "")
        : await guestPayer(caller.guestKey);
      if (!payer.userId) await takeRateLimits([{ ...rateLimits.guestCheckout, subject: address }]);
      await takeRateLimits([{ ...rateLimits.checkout, subject: payer.userId ?? address }]);
      const { sessionId, url, batchId, orderId } = await openCheckout(payer, body);
      return { sessionId, url, batch_id: batchId, order_id: orderId };
    },
  }),
});

async function accountPayer(accessToken: string, userId: string): Promise<Payer> {
  const [person, context] = await Promise.all([
    requireStandingSession(accessToken),
    getPricingContext(accessToken, userId),
  ]);
  return { userId: person.userId, email: person.email, guestKey: null, context };
}

async function guestPayer(guestKey: string | null): Promise<Payer> {
  if (guestKey) return { userId: null, email: null, guestKey, context: null };
  const value = newGuestCookieValue();
  const { name, ...options } = guestCookie();
  (await cookies()).set(name, value, options);
  return { userId: null, email: null, guestKey: guestKeyOf(value), context: null };
}
