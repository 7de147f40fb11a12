import type { ReactNode } from "react";
import { Mark } from "@/components/ui/mark";

const MARKS = {
  success: { name: "circle-check", color: "text-success" },
  warning: { name: "clock", color: "text-warning" },
  canceled: { name: "circle-x", color: "text-text-muted" },
} as const;

type OutcomeHeaderProps = {
  /** Whether it worked, is not known yet, or was taken back. */
  tone: keyof typeof MARKS;
  title: string;
  /** A sentence below the title. */
  children?: ReactNode;
};

/** Shows the head of a page after a payment: an icon, the title in the middle, and what that means. */
export function OutcomeHeader({ tone, title, children }: OutcomeHeaderProps) {
  const { name, color } = MARKS[tone];
  return (
    <header className="space-y-3 text-center">
      <Mark name={name} className={`mx-auto size-10 ${color}`} />
      <h1 className="text-3xl font-semibold">{title}</h1>
      {children}
    </header>
  );
}
