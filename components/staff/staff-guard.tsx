import { cookies } from "next/headers";
import { TwoStepReminder } from "@/components/staff/two-step-reminder";
import { Button } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";
import { RefreshButton } from "@/components/ui/refresh-button";
import { apiPaths } from "@/lib/base/api-paths";

const TWO_STEP_LATER = "two_step_later";

type StaffGuardProps = { gate: "open" | "remind" | "second-factor" | "failed"; children: React.ReactNode };

/** Renders a staff page, or a message if access is unknown or needs the second factor. Reminds staff who have none. */
export async function StaffGuard({ gate, children }: StaffGuardProps) {
  if (gate === "failed") {
    return (
      <MessagePage
        tone="danger"
        title="Something went wrong"
        text="We couldn't check your access. Please try again."
        actions={<RefreshButton>Refresh Page</RefreshButton>}
      />
    );
  }
  if (gate === "second-factor") {
    return (
      <MessagePage
        tone="info"
        title="One more step"
        text="Two-step sign-in is on. Sign out, log in again and enter your code."
        actions={
          <form method="post" action={apiPaths.signOut}>
            <Button type="submit">Sign Out</Button>
          </form>
        }
      />
    );
  }
  const isReminded = gate === "remind" && !(await cookies()).has(TWO_STEP_LATER);
  return (
    <>
      {isReminded ? <TwoStepReminder cookie={TWO_STEP_LATER} /> : null}
      {children}
    </>
  );
}
