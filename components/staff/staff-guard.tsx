import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";
import { RefreshButton } from "@/components/ui/refresh-button";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import type { StaffGate } from "@/lib/staff/staff-gate";

/**
 * Shows a staff page, or in its place that the rights could not be checked or that a second factor is missing. A person
 * without a second factor is reminded of it above the page.
 */
export function StaffGuard({ gate, children }: { gate: StaffGate; children: ReactNode }) {
  if (gate === "failed") {
    return (
      <MessagePage
        tone="danger"
        title="Something went wrong"
        text="We couldn't check your rights. Please try again."
        actions={<RefreshButton>Refresh Page</RefreshButton>}
      />
    );
  }
  if (gate === "second-factor") return <SecondFactorNeeded />;
  return (
    <>
      {gate === "remind" ? (
        <section aria-label="Reminder" className="container-page pt-4">
          <Alert tone="warning">
            Your account sees every customer's orders: please{" "}
            <a className="link" href={paths.profile}>
              turn on two-step sign-in
            </a>
            .
          </Alert>
        </section>
      ) : null}
      {children}
    </>
  );
}

function SecondFactorNeeded() {
  return (
    <MessagePage
      tone="info"
      title="One more step"
      text="You have enrolled a second factor: please sign out, log in again and enter its code."
      actions={
        <form method="post" action={apiPaths.signOut}>
          <Button type="submit">Sign Out</Button>
        </form>
      }
    />
  );
}
