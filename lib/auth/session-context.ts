import * as z from "zod/mini";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";

/** Who among our staff somebody is. */
export const staffRoleSchema = z.enum(["owner", "staff"]);

/** What prices an order: role, plan of the active membership, and whether the profile can be sent to. */
export const sessionContextSchema = z.object({
  staff_role: z.nullable(staffRoleSchema),
  profile_complete: z.boolean(),
  subscription: z.nullable(z.object({ plan_type: z.enum(MEMBERSHIP_PLANS) })),
});
export type SessionContext = z.infer<typeof sessionContextSchema>;
