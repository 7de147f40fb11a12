import { randomUUID } from "node:crypto";
import type { ListedSubscription } from "@/lib/membership/listed-subscription";
import type { Membership } from "@/lib/membership/stored-membership";

export function aMembership(fields: Partial<Membership> = {}): Membership {
  return {
    plan_type: "pro",
    next_plan_type: null,
    status: "active",
    created_at: "2026-11-05T10:00:00Z",
    current_period_start: "2026-11-05T10:00:00Z",
    current_period_end: "2026-12-05T10:00:00Z",
    cancel_at_period_end: false,
    ...fields,
  };
}

const HOUR = 3_600_000;

export const nextPeriodEnd = () => new Date(Date.now() + 1440 * HOUR).toISOString();

export function aSubscription(fields: Partial<ListedSubscription> = {}): ListedSubscription {
  return {
    id: `sub_${randomUUID().replaceAll("-", "")}`,
    status: "active",
    plan_type: "pro",
    next_plan_type: null,
    price_id: "price_pro",
    current_period_start: new Date(Date.now() - HOUR).toISOString(),
    current_period_end: new Date(Date.now() + 720 * HOUR).toISOString(),
    cancel_at_period_end: false,
    created_at: "2026-01-01T00:00:00Z",
    ...fields,
  };
}

export function aSubscriptionRow(userId: string, columns: Record<string, unknown> = {}) {
  const { id, price_id, created_at: _, ...subscription } = aSubscription();
  return {
    ...subscription,
    user_id: userId,
    stripe_subscription_id: id,
    stripe_customer_id: `cus_${randomUUID().replaceAll("-", "")}`,
    stripe_price_id: price_id,
    ...columns,
  };
}
