"use client";
import { ButtonLink } from "@/components/ui/button-link";
import { storeTypedEmail } from "@/lib/auth/sign-in/typed-email";
import { signupAfterPaying } from "@/lib/base/paths";

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
