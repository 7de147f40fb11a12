import { LateLinkForm } from "@/components/account/sign-in/late-forms";
import { UnusableLink } from "@/components/account/unusable-link";
import type { MailLink } from "@/lib/auth/sign-in/login-query";
import { LINK_REFUSED, RECOVERY_REFUSED } from "@/lib/auth/words";

/**
 * Shows /login opened from a mail: one press, or a new password, redeems the link. Opening it alone changes nothing. A link
 * that was used or has expired says so at once.
 */
export function LinkScreen({ link, isUsed }: { link: MailLink | "unusable"; isUsed: boolean }) {
  if (link === "unusable") {
    const message = "This link is not complete. Please open it from the email once more.";
    return <UnusableLink message={message} for="confirmation" isForeign />;
  }
  if (isUsed) {
    return link.type === "recovery" ? (
      <UnusableLink message={RECOVERY_REFUSED} for="recovery" />
    ) : (
      <UnusableLink message={LINK_REFUSED} for="confirmation" />
    );
  }
  return <LateLinkForm {...link} />;
}
