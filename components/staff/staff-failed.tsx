import { StaffFrame } from "@/components/staff/staff-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message-page";
import { RefreshButton } from "@/components/ui/refresh-button";
import type { StaffRole } from "@/lib/auth/session-context";

type StaffFailedProps = {
  title: string;
  message: string;
  /** The viewer's role for the tabs; null if unknown. */
  staffRole: StaffRole | null;
  /** A link to show where trying again won't help. */
  instead?: { href: string; label: string };
};

/** Shows a staff page that failed: its title, what went wrong, and what to do next. */
export function StaffFailed({ title, message, staffRole, instead }: StaffFailedProps) {
  return (
    <StaffFrame title={title} staffRole={staffRole}>
      <Card>
        <Message
          tone="danger"
          role="alert"
          text={message}
          actions={
            instead ? (
              <ButtonLink variant="secondary" href={instead.href}>
                {instead.label}
              </ButtonLink>
            ) : (
              <RefreshButton variant="secondary">Try Again</RefreshButton>
            )
          }
        />
      </Card>
    </StaffFrame>
  );
}
