import "server-only";
import * as z from "zod/mini";
import type { ReturnAddress } from "@/lib/orders/order";
import { codeStep } from "@/lib/orders/return-address/address-code";
import { call, run } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/** What change_return_address returns. A test compares all schemas here with what the SQL can write. */
export const addressChangedSchema = z.object({ outcome: z.enum(["changed", "proof_needed"]) });

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

/** Emails the order's address the code of the present step, once. */
export async function sendAddressCode(orderId: string, userId: string): Promise<void> {
  const args = { p_order_id: orderId, p_user_id: userId, p_step: codeStep() };
  await run(serviceClient(), "send_address_code", args);
}

export const addressDisputedSchema = z.object({ outcome: z.literal("disputed") });

/** Keeps the cards of an order here: someone who was emailed about a changed address didn't make the change. */
export async function disputeAddressChange(orderId: string) {
  const args = { p_order_id: orderId };
  return call(serviceClient(), "dispute_address_change", args, addressDisputedSchema);
}
