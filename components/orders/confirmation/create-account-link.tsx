"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { carryEmail } from "@/lib/auth/sign-in/carried-email";
import { signupAfterPaying } from "@/lib/base/paths";

/**
 * Leads a guest who has paid to the sign-up, past the choice of a plan and then on to the dashboard. The address that paid
 * comes along, where the viewer may see it.
 */
export function CreateAccountLink({ email }: { email: string | null }) {
  return (
    <ButtonLink variant="secondary" href={signupAfterPaying()} onClick={() => carryEmail(email ?? undefined)}>
      Create Account
    </ButtonLink>
  );
}
