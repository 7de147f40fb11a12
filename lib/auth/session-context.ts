import * as z from "zod/mini";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";

/** Checks the role of a member of our staff: the owner, who may change who is staff, or one of the others. */
export const staffRoleSchema = z.enum(["owner", "staff"]);

/** Names the role of a member of our staff. */
export type StaffRole = z.infer<typeof staffRoleSchema>;

/**
 * Reads the answer of get_session_context: the staff role (null for customers), the active membership, and whether the
 * profile holds a whole return address.
 */
export const sessionContextSchema = z.object({
  staff_role: z.nullable(staffRoleSchema),
  profile_complete: z.boolean(),
  subscription: z.nullable(z.object({ plan_type: z.enum(MEMBERSHIP_PLANS) })),
});

/** Holds what the database knows of a signed-in person on every page. */
export type SessionContext = z.infer<typeof sessionContextSchema>;
