import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";

type ToDoProps = {
  children: ReactNode;
  /** Where the button leads, and what it says. */
  href: string;
  action: string;
  /** Something above it is more urgent: the screen has one main button. */
  isSecond: boolean;
};

/** Shows one thing that the customer has to do now, with the button for it. */
export function ToDo({ children, href, action, isSecond }: ToDoProps) {
  return (
    <Alert
      tone="info"
      isOneLine
      action={
        <ButtonLink size="sm" variant={isSecond ? "secondary" : undefined} href={href}>
          {action}
        </ButtonLink>
      }
    >
      {children}
    </Alert>
  );
}
