import "server-only";
import * as z from "zod/mini";
import type { Carrier } from "@/lib/orders/shipping/tracking-number";
import { type Decider, deciderArguments } from "@/lib/orders/tracking/decider";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

const who = (orderId: string, decider: Decider) => ({ p_order_id: orderId, ...deciderArguments(decider) });

/** Reads what say_shipped answers. A test holds the words of all answers here against what the SQL can write. */
export const saidShippedSchema = z.object({
  outcome: z.enum([
    "noted",
    "unchanged",
    "bad_date",
    "arrived",
    "canceled",
    "not_paid",
    "canceling",
    "not_found",
  ]),
});

/** Notes that the package was shipped to us on a day (YYYY-MM-DD), or corrects that; `number` null: there is none. */
export async function sayShipped(
  orderId: string,
  decider: Decider,
  said: { carrier: Carrier; number: string | null; day: string },
) {
  const args = {
    ...who(orderId, decider),
    p_carrier: said.carrier,
    p_tracking: said.number,
    p_shipped_on: said.day,
  };
  return (await call(serviceClient(), "say_shipped", args, saidShippedSchema)).outcome;
}

/** Reads what say_delivered answers. */
export const saidDeliveredSchema = z.object({
  outcome: z.enum([
    "noted",
    "unchanged",
    "bad_date",
    "not_shipped",
    "arrived",
    "canceled",
    "not_paid",
    "canceling",
    "not_found",
  ]),
});

/** Notes the day (YYYY-MM-DD) on which the carrier has delivered the package to us; null: it has not. */
export async function sayDelivered(orderId: string, decider: Decider, day: string | null) {
  const args = { ...who(orderId, decider), p_delivered_on: day };
  return (await call(serviceClient(), "say_delivered", args, saidDeliveredSchema)).outcome;
}

/** Reads what unsay_shipped answers. */
export const unsaidShippedSchema = z.object({
  outcome: z.enum(["noted", "unchanged", "arrived", "canceled", "not_paid", "canceling", "not_found"]),
});

/** Takes back that the package was shipped. */
export async function unsayShipped(orderId: string, decider: Decider) {
  return (await call(serviceClient(), "unsay_shipped", who(orderId, decider), unsaidShippedSchema)).outcome;
}

/** Writes up to `limit` mails to those who have not shipped yet, each once; answers how many orders were dealt with. */
export async function queueShipReminders(limit: number): Promise<number> {
  const schema = z.object({ done: z.number() });
  return (await call(serviceClient(), "queue_ship_reminders", { p_limit: limit }, schema)).done;
}
