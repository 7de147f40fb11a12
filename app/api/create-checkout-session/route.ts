import { cookies } from "next/headers";
import { apiRoute, endpoint } from "@/lib/api-route";
import { type Caller, getCaller, requireStandingSession } from "@/lib/auth/caller";
import { guestCookie, guestKeyOf, newGuestCookieValue } from "@/lib/auth/guest-cookie";
import { AppError, messages } from "@/lib/errors";
import { openCheckout, type Payer } from "@/lib/orders/open-checkout";
import { getPricingContext } from "@/lib/orders/pricing-context";
import { type CheckoutRequest, checkoutRequestSchema } from "@/lib/orders/schema";
import { rateLimits, takeRateLimit } from "@/lib/rate-limit";

/** Opens the payment page for a batch: of the signed-in person, or of the guest's browser. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    body: checkoutRequestSchema,
    handle: async ({ request, body, address }) => {
      const caller = await getCaller(request);
      requireSameIdentity(caller, body);
      const payer = caller.accessToken
        ? await accountPayer(caller.accessToken, caller.userId ?? "")
        : await guestPayer(caller.guestKey);
      if (!payer.userId) await takeRateLimit(rateLimits.guestCheckout, address);
      await takeRateLimit(rateLimits.checkout, payer.userId ?? address);
      const { sessionId, url, batchId, orderId } = await openCheckout(payer, body);
      return { sessionId, url, batch_id: batchId, order_id: orderId };
    },
  }),
});

/** The body's identity is compared, never believed; a page that has lost its session must not pay as a guest. */
function requireSameIdentity(caller: Caller, body: CheckoutRequest): void {
  if (!body.user_id || body.user_id === caller.userId) return;
  if (!caller.userId) throw new AppError(401, messages.signInRequired);
  throw new AppError(403, messages.otherAccount);
}

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
