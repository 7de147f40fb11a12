import { StaffFrame } from "@/components/staff/staff-frame";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message-page";
import { RefreshButton } from "@/components/ui/refresh-button";

/** Shows a staff page whose read failed: its title, what failed, and another try. */
export function StaffFailed({ title, message }: { title: string; message: string }) {
  return (
    <StaffFrame title={title} staffRole={null}>
      <Card>
        <Message
          tone="danger"
          role="alert"
          text={message}
          actions={<RefreshButton variant="secondary">Try Again</RefreshButton>}
        />
      </Card>
    </StaffFrame>
  );
}
