import { StaffFrame } from "@/components/staff/staff-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message-page";
import { RefreshButton } from "@/components/ui/refresh-button";
import type { StaffRole } from "@/lib/auth/session-context";

type StaffFailedProps = {
  title: string;
  message: string;
  /** The viewer's own, for the tabs; null when it is not known. */
  staffRole: StaffRole | null;
  /** What there is instead, where another try would say the same. */
  instead?: { href: string; label: string };
};

/** Shows a staff page that has nothing to show: its title, what failed, and another try or another way. */
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
