import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths, withQuery } from "@/lib/base/paths";
import type { DashboardFailure } from "@/lib/orders/dashboard-failure";

/** Shows why the dashboard could not be loaded, and how to try again or log in. */
export function DashboardError({ message, needsLogin }: DashboardFailure) {
  return (
    <MessagePage
      tone="danger"
      role="alert"
      title="Error Loading Dashboard"
      text={message}
      actions={
        <>
          {needsLogin ? (
            <ButtonLink href={withQuery(paths.login, { next: paths.dashboard })}>Log in</ButtonLink>
          ) : null}
          <ButtonLink variant={needsLogin ? "secondary" : "primary"} href={paths.dashboard}>
            Try Again
          </ButtonLink>
        </>
      }
    />
  );
}
