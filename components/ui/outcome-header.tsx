import { CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";

const ICONS = {
  success: { Icon: CircleCheck, color: "text-success" },
  warning: { Icon: Clock, color: "text-warning" },
};

type OutcomeHeaderProps = {
  /** Whether it worked, or is not known yet. */
  tone: keyof typeof ICONS;
  title: string;
  /** A sentence below the title. */
  children?: ReactNode;
};

/** Shows the head of a page after a payment: an icon, the title in the middle, and what that means. */
export function OutcomeHeader({ tone, title, children }: OutcomeHeaderProps) {
  const { Icon, color } = ICONS[tone];
  return (
    <header className="space-y-3 text-center">
      <Icon className={`mx-auto size-10 ${color}`} aria-hidden="true" />
      <h1 className="text-3xl font-semibold">{title}</h1>
      {children}
    </header>
  );
}
