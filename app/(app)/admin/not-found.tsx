import { StaffFrame } from "@/components/staff/staff-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message-page";
import { RefreshButton } from "@/components/ui/refresh-button";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadTabsRole } from "@/lib/staff/loaders";

export default async function AdminNotFound() {
  return staffFailure("Order not found", "We couldn't find this order. Search for the batch ID.", "orders");
}

/** Returns the error screen of a staff page. It links to the orders where a retry won't help. */
export async function staffFailure(title: string, message: string, next: "retry" | "orders" = "retry") {
  return (
    <StaffFrame title={title} staffRole={await loadTabsRole()}>
      <Card>
        <Message
          tone="danger"
          role="alert"
          text={message}
          actions={
            next === "orders" ? (
              <ButtonLink variant="secondary" href={staffPaths.orders}>
                All orders
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
