import type { Membership } from "@/lib/membership/membership";

/** An active membership for tests; name what matters to the test. */
export function aMembership(fields: Partial<Membership> = {}): Membership {
  return {
    plan_type: "pro",
    status: "active",
    created_at: "2026-11-05T10:00:00Z",
    current_period_start: "2026-11-05T10:00:00Z",
    current_period_end: "2026-12-05T10:00:00Z",
    cancel_at_period_end: false,
    ...fields,
  };
}
