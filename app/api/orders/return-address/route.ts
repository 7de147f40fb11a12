import { anyone } from "@/lib/auth/session/require-caller";
import { AppError } from "@/lib/base/errors";
import { postRoute } from "@/lib/http/api-route";
import { rateLimits } from "@/lib/http/rate-limit";
import { disputeAddressChange } from "@/lib/orders/mutations";
import { disputeAddressSchema } from "@/lib/orders/return-address/schema";
import { readDisputeLink } from "@/lib/orders/signed-links";

/** Reports a return address change that the owner didn't make: {link} -> {outcome}. The link is the proof. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  body: disputeAddressSchema,
  limit: [rateLimits.problemAddress],
  handle: async ({ body: { link } }) => {
    const orderId = readDisputeLink(link);
    if (!orderId) throw new AppError("link_refused", { text: "This link has expired. Please email us." });
    return disputeAddressChange(orderId);
  },
});
