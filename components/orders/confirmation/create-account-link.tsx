"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { carryEmail } from "@/lib/auth/sign-in/carried-email";
import { signupAfterPaying } from "@/lib/base/paths";

/** Links a guest to the sign-up with their email filled in, then to the dashboard. */
export function CreateAccountLink({ email }: { email: string | null }) {
  return (
    <ButtonLink variant="secondary" href={signupAfterPaying()} onClick={() => carryEmail(email ?? undefined)}>
      Create Account
    </ButtonLink>
  );
}
