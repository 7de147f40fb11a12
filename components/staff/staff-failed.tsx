import { StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import { RefreshButton } from "@/components/ui/refresh-button";

/** A page for staff whose read failed: what failed, and another try. */
export function StaffFailed({ title, message }: { title: string; message: string }) {
  return (
    <StaffFrame title={title} staffRole={null}>
      <Alert
        tone="danger"
        isLive
        action={
          <RefreshButton size="sm" variant="secondary">
            Try Again
          </RefreshButton>
        }
      >
        {message}
      </Alert>
    </StaffFrame>
  );
}
