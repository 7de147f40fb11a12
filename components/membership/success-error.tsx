import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths, withQuery } from "@/lib/base/paths";
import { sharedMessages } from "@/lib/base/shared-messages";

type SuccessErrorProps = {
  message?: string;
  /** The payment session's id, for our support and for another try. */
  reference?: string | undefined;
};

/** Shows on /success that the payment was refused or is unknown, and offers another try. */
export function SuccessError({ message = sharedMessages.paymentNotFound, reference }: SuccessErrorProps) {
  return (
    <MessagePage
      tone="danger"
      role="alert"
      title="Your membership hasn't started"
      text={message}
      reference={reference}
      support={reference ? `Membership payment ${reference}` : "Membership payment"}
      actions={
        <>
          <ButtonLink href={reference ? withQuery(paths.success, { session_id: reference }) : paths.pricing}>
            Try Again
          </ButtonLink>
          <ButtonLink variant="secondary" href={paths.dashboard}>
            Go to Dashboard
          </ButtonLink>
        </>
      }
    />
  );
}
