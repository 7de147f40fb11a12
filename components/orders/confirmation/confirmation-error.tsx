import { CheckPendingPayment } from "@/components/orders/confirmation/pending-payment";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";

type ConfirmationErrorProps = {
  message?: string | undefined;
  reference?: string | undefined;
  isSignedIn: boolean;
};

/** Shows why a payment can't be confirmed. Without a session in the URL, offers the tab's last payment. */
export function ConfirmationError({ message, reference, isSignedIn }: ConfirmationErrorProps) {
  return (
    <MessagePage
      tone="danger"
      role="alert"
      title={message === undefined ? "We can't find this payment" : "We couldn't confirm this payment"}
      text={message ?? "Invalid payment session. Please contact support."}
      reference={reference}
      support
      actions={
        <>
          <ButtonLink href={isSignedIn ? paths.submit : paths.submitPayg}>Back to Submissions</ButtonLink>
          {isSignedIn ? (
            <ButtonLink variant="secondary" href={paths.dashboard}>
              Go to Dashboard
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {message === undefined ? <CheckPendingPayment /> : null}
    </MessagePage>
  );
}
