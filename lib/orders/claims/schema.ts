import * as z from "zod/mini";
import { uuidSchema } from "@/lib/base/uuid";

const link = z.string().check(z.maxLength(300));

/** Reads POST /api/orders/claim: email me the link, add the batch of a link, or take it out of an account again. */
export const claimChangeSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("request"), order_id: uuidSchema }),
  z.object({ action: z.literal("redeem"), link }),
  z.object({ action: z.literal("undo"), link }),
]);
