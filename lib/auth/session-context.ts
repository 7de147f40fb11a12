import * as z from "zod/mini";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";

/**
 * Checks the role of a member of our staff: `owner` is the main owner, `co_owner` has the same rights, `manager` may change
 * who is staff.
 */
export const staffRoleSchema = z.enum(["owner", "co_owner", "manager", "staff"]);

/** Names the role of a member of our staff. */
export type StaffRole = z.infer<typeof staffRoleSchema>;

/** Tells whether a role has every right, also that of changing those of others. */
export function isOwner(role: StaffRole | null): boolean {
  return role === "owner" || role === "co_owner";
}

/**
 * Reads the answer of get_session_context: the staff role (null for customers), the active membership, whether the
 * profile holds a whole return address, and the payment service's customer of a membership whose period has just ended.
 */
export const sessionContextSchema = z.object({
  staff_role: z.nullable(staffRoleSchema),
  profile_complete: z.boolean(),
  subscription: z.nullable(z.object({ plan_type: z.enum(MEMBERSHIP_PLANS) })),
  renewing_customer: z.nullable(z.string()),
});

/** Holds what the database knows of a signed-in person on every page. */
export type SessionContext = z.infer<typeof sessionContextSchema>;
