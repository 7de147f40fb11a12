import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";

const link = z.string().check(z.maxLength(300));

/** Reads POST /api/orders/claim: email me the link, add the batch of a link, or take it out of an account again. */
export const claimChangeSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("request"), order_id: uuidSchema }),
  z.object({ action: z.literal("redeem"), link }),
  z.object({ action: z.literal("undo"), link }),
]);

export const claimableOrdersSchema = z.object({
  /** Batch ID of the claim link's order if it is in the account already. */
  own_batch: z.nullable(z.string()),
  orders: z.array(
    z.object({
      id: z.string(),
      batch_id: z.nullable(z.string()),
      num_cards: z.number(),
      guest_email: z.string(),
      /** The claim link is for this order, so it can be added right away. */
      has_link: z.boolean(),
      /** It was paid for with the account's own address. */
      is_own: z.boolean(),
    }),
  ),
});
export type ClaimableOrders = z.infer<typeof claimableOrdersSchema>;
