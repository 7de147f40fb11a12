import * as z from "zod/mini";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";

/** Checks the role of a member of our staff. Owners also add and remove staff. */
export const staffRoleSchema = z.enum(["owner", "staff"]);

/** Names the role of a member of our staff. */
export type StaffRole = z.infer<typeof staffRoleSchema>;

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
