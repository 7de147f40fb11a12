import "server-only";
import * as z from "zod/mini";
import type { ReturnAddress } from "@/lib/orders/order";
import { codeStep } from "@/lib/orders/return-address/address-code";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** Reads what change_return_address answers. A test holds the words of all answers here against the SQL. */
export const addressChangedSchema = z.object({
  outcome: z.enum(["changed", "proof_needed", "address_fixed", "not_found"]),
});

/** Changes where the cards of an account's order go, and emails everyone on it. */
export async function changeReturnAddress(
  orderId: string,
  userId: string,
  address: ReturnAddress,
  isProven: boolean,
) {
  const args = { p_order_id: orderId, p_user_id: userId, p_address: address, p_is_proven: isProven };
  return (await call(serviceClient(), "change_return_address", args, addressChangedSchema)).outcome;
}

/** Reads what send_address_code answers. */
export const codeSentSchema = z.object({ outcome: z.literal("sent") });

/** Emails the order's address the code of the present step, once. */
export async function sendAddressCode(orderId: string, userId: string): Promise<void> {
  const args = { p_order_id: orderId, p_user_id: userId, p_step: codeStep() };
  await call(serviceClient(), "send_address_code", args, codeSentSchema);
}

/** Reads what dispute_address_change answers. */
export const addressDisputedSchema = z.object({
  outcome: z.enum(["disputed", "address_fixed", "not_found"]),
});

/** Keeps the cards of an order here: someone who was emailed about a changed address didn't make the change. */
export async function disputeAddressChange(orderId: string) {
  const args = { p_order_id: orderId };
  return (await call(serviceClient(), "dispute_address_change", args, addressDisputedSchema)).outcome;
}
