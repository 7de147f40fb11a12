import type { ReactNode } from "react";
import { BatchLink } from "@/components/orders/dashboard/batch-link";
import { Alert } from "@/components/ui/alert";
import { buttonStyle } from "@/components/ui/button-link";

type ToDoProps = {
  children: ReactNode;
  /** Where the button leads: to an address, or to a batch in the drawer. */
  to: { href: string } | { batchId: string };
  /** What the button says. */
  action: string;
  /** Something above it is more urgent: the screen has one main button. */
  isSecond: boolean;
};

/** Shows one thing that the customer has to do now, with the button for it. */
export function ToDo({ children, to, action, isSecond }: ToDoProps) {
  const look = buttonStyle({ size: "sm", variant: isSecond ? "secondary" : "primary" });
  return (
    <Alert
      tone="info"
      isOneLine
      action={
        "href" in to ? (
          <a className={look} href={to.href}>
            {action}
          </a>
        ) : (
          <BatchLink batchId={to.batchId} look={look}>
            {action}
          </BatchLink>
        )
      }
    >
      {children}
    </Alert>
  );
}
