"use client";
import { ButtonLink } from "@/components/ui/button-link";
import { storeTypedEmail } from "@/lib/auth/sign-in/typed-email";
import { signupAfterPaying } from "@/lib/base/paths";

/** Links a guest to the sign-up with their email filled in, then to the dashboard. */
export function CreateAccountLink({ email, cards }: { email: string | null; cards: number }) {
  return (
    <ButtonLink
      variant="secondary"
      href={signupAfterPaying(cards)}
      onClick={() => storeTypedEmail(email ?? undefined)}
    >
      Create Account
    </ButtonLink>
  );
}
