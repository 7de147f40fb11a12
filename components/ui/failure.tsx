import type { ReactNode } from "react";
import { FailureIcon } from "@/components/ui/failure-icon";

type FailureProps = {
  /** For a field's `aria-describedby`. Without it, announced when it appears. */
  id?: string;
  className?: string;
  children: ReactNode;
};

/** Shows an error next to a field or small button, or nothing. A whole form or page uses `Alert`. */
export function Failure({ id, className = "", children }: FailureProps) {
  if (!children) return null;
  return (
    <div
      id={id}
      role={id ? undefined : "alert"}
      className={`flex items-start gap-1.5 text-sm text-danger ${className}`}
    >
      <FailureIcon />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}
