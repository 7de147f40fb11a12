"use client";
import { ButtonLink } from "@/components/ui/button-link";
import { carryEmail } from "@/lib/auth/sign-in/carried-email";
import { signupAfterPaying } from "@/lib/base/paths";

/** Links a guest to the sign-up with their email filled in, then to the dashboard. */
export function CreateAccountLink({ email, cards }: { email: string | null; cards: number }) {
  return (
    <ButtonLink
      variant="secondary"
      href={signupAfterPaying(cards)}
      onClick={() => carryEmail(email ?? undefined)}
    >
      Create Account
    </ButtonLink>
  );
}
