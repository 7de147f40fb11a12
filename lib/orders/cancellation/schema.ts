import * as z from "zod/mini";
import { linkTokenSchema } from "@/lib/orders/adjustments/schema";

/** Reads the body of POST /api/orders/[id]/cancellation; `amount_cents` is what the page named. */
export const cancellationSchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("cancel"),
    amount_cents: z.int().check(z.gte(0), z.lte(99_999_999)),
    token: linkTokenSchema,
  }),
  z.object({ action: z.literal("withdraw"), token: linkTokenSchema }),
]);
