import * as z from "zod/mini";
import { MEMBERSHIP_PLANS } from "@/lib/base/plans";

/** Owners also add and remove staff. */
export const staffRoleSchema = z.enum(["owner", "staff"]);

export type StaffRole = z.infer<typeof staffRoleSchema>;

/** `renewing_customer` is the Stripe customer of a membership whose period has just ended. */
export const sessionContextSchema = z.object({
  staff_role: z.nullable(staffRoleSchema),
  profile_complete: z.boolean(),
  subscription: z.nullable(z.object({ plan_type: z.enum(MEMBERSHIP_PLANS) })),
  renewing_customer: z.nullable(z.string()),
});

export type SessionContext = z.infer<typeof sessionContextSchema>;
