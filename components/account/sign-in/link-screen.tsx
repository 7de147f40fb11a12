import { LazyLinkForm } from "@/components/account/sign-in/lazy-forms";
import { UnusableLink } from "@/components/account/unusable-link";
import { linkRefusedText } from "@/lib/auth/sign-in/login-notice";
import type { MailLink } from "@/lib/auth/sign-in/login-query";

/** Shows /login opened from an email. Opening it changes nothing, because mail scanners open links too. */
export function LinkScreen({ link, isUsed }: { link: MailLink | "unusable"; isUsed: boolean }) {
  if (link === "unusable") {
    const message = "This link is incomplete. Please open it from the email again.";
    return <UnusableLink message={message} for="confirmation" isForeign />;
  }
  if (isUsed) {
    const { type } = link;
    const purpose = type === "recovery" || type === "email_change" ? type : "confirmation";
    return <UnusableLink message={linkRefusedText(type)} for={purpose} />;
  }
  return <LazyLinkForm {...link} />;
}
