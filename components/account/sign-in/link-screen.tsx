import { LateLinkForm } from "@/components/account/sign-in/late-forms";
import { UnusableLink } from "@/components/account/unusable-link";
import type { MailLink } from "@/lib/auth/sign-in/login-query";

/**
 * Shows /login opened from a mail: one press, or a new password, redeems the link. Opening it alone changes nothing.
 */
export function LinkScreen({ link }: { link: MailLink | "unusable" }) {
  if (link === "unusable") {
    const message = "This link is not complete. Please open it from the email once more.";
    return <UnusableLink message={message} for="confirmation" />;
  }
  return <LateLinkForm {...link} />;
}
