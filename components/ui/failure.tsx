import type { ReactNode } from "react";
import { FailureMark } from "@/components/ui/failure-mark";

type FailureProps = {
  /** For a field's `aria-describedby`, with which it is read out; without it is announced as it appears. */
  id?: string;
  className?: string;
  /** Empty or null: nothing has failed. */
  children: ReactNode;
};

/**
 * Shows beside a field or a small button what has failed about it, or nothing. What a whole form or page has failed at is an
 * `Alert`.
 */
export function Failure({ id, className = "", children }: FailureProps) {
  if (!children) return null;
  return (
    <div
      id={id}
      role={id ? undefined : "alert"}
      className={`flex items-start gap-1.5 text-sm text-danger ${className}`}
    >
      <FailureMark />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}
