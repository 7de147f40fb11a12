import { cookies } from "next/headers";
import { guestCookie, guestKeyOf, newGuestCookieValue } from "@/lib/auth/session/guest-cookie";
import { type Caller, guestOrUser } from "@/lib/auth/session/require-caller";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { openCheckout, type Payer, syncPricingContext } from "@/lib/orders/checkout/open-checkout";
import { checkoutRequestSchema } from "@/lib/orders/schema";

/** Opens a Checkout Session for the person's or guest's batch -> {sessionId, url, batch_id, order_id}. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: guestOrUser,
  body: checkoutRequestSchema,
  limit: [
    // Many guests share an IP address at a card show, so a browser that has ordered before has its own limit too.
    ({ who, address }) => (who.userId ? [] : [{ ...rateLimits.guestCheckout, subject: address }]),
    ({ who: { userId, guestKey } }) => {
      const subject = userId ?? guestKey;
      return subject ? [{ ...rateLimits.checkout, subject }] : [];
    },
  ],
  whenUnavailable: "You haven't been charged. Please try again in a minute.",
  handle: async ({ body, who }) => {
    const { sessionId, url, batchId, orderId } = await openCheckout(await readPayer(who), body);
    return { sessionId, url, batch_id: batchId, order_id: orderId };
  },
});

async function readPayer({ userId, email, accessToken, guestKey, hasUsedApp }: Caller): Promise<Payer> {
  if (accessToken && userId) {
    return { userId, email, guestKey: null, hasUsedApp, context: await syncPricingContext(accessToken) };
  }
  return { userId: null, email: null, guestKey: guestKey ?? (await newGuestKey()), context: null };
}

/** Sets the cookie that marks a guest's browser as the owner of its orders. */
async function newGuestKey(): Promise<string | null> {
  const value = newGuestCookieValue();
  const { name, ...options } = guestCookie();
  (await cookies()).set(name, value, options);
  return guestKeyOf(value);
}
