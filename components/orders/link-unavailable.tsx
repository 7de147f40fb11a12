import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";
import { EMAIL_LINK_DAYS } from "@/lib/orders/form-messages";

const TEXTS = {
  print: {
    title: "We can't open this page",
    text: `Open this page from the link in your confirmation email (valid for ${EMAIL_LINK_DAYS} days), or log in.`,
  },
  track: {
    title: "This tracking link doesn't work",
    text: "It may be incomplete, replaced or expired. Log in, or have us email you the current link.",
  },
} as const;

/** Shows that a link is unavailable but never why, so that no one can find out which batches exist. */
export function LinkUnavailable({ to, children }: { to: keyof typeof TEXTS; children?: React.ReactNode }) {
  return (
    <MessagePage
      {...TEXTS[to]}
      tone="warning"
      support
      actions={
        <ButtonLink variant="secondary" href={paths.dashboard}>
          Go to Dashboard
        </ButtonLink>
      }
    >
      {children}
    </MessagePage>
  );
}
