import type { ReactNode } from "react";
import { FailureMark } from "@/components/ui/failure-mark";
import { Mark } from "@/components/ui/mark";

/** Tells what kind of message an alert is; it chooses icon and colour, and whether a live one interrupts. */
export type AlertTone = "info" | "success" | "warning" | "danger";

/** The mark of each kind of message. */
export const toneMarks = {
  info: "info",
  success: "circle-check",
  warning: "triangle-alert",
  danger: "circle-alert",
} as const;

const LOOKS: Record<AlertTone, string> = {
  info: "border-accent-text/25 bg-accent-soft [&>svg]:text-accent-text",
  success: "border-success/30 bg-success-soft [&>svg]:text-success",
  warning: "border-warning/30 bg-warning-soft [&>svg]:text-warning",
  danger: "border-danger/30 bg-danger-soft [&>svg]:text-danger",
};

type AlertProps = {
  tone: AlertTone;
  title?: ReactNode;
  /** For a field's `aria-describedby`. */
  id?: string;
  /** A button or a link at the end that says what to do next. */
  action?: ReactNode;
  /** The action stands beside the text where there is room. */
  isOneLine?: boolean;
  /** Announces it when it appears after the page was read: danger interrupts, the others wait. */
  isLive?: boolean;
  children?: ReactNode;
};

/**
 * Shows a framed message with an icon, so that its kind is never told by colour alone. Used within forms, cards and
 * pages; a message that is the whole page is a `MessagePage`. Attributes that it has not are left out: undefined ones go into the
 * page's payload.
 */
export function Alert({ tone, title, id, action, isOneLine, isLive, children }: AlertProps) {
  return (
    <div
      {...(id && { id })}
      {...(isLive && { role: tone === "danger" ? "alert" : "status" })}
      className={`flex gap-3 rounded-lg border px-4 py-3 text-sm text-text ${LOOKS[tone]}`}
    >
      {tone === "danger" ? (
        <FailureMark />
      ) : (
        <Mark name={toneMarks[tone]} className="mt-0.75 size-4 shrink-0" />
      )}
      <div
        className={`min-w-0 flex-1 wrap-break-word ${isOneLine ? "flex flex-wrap items-center justify-between gap-x-4 gap-y-2" : "space-y-1"}`}
      >
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {/* Beside its text a button makes the message no higher. */}
        {action ? <div className={isOneLine ? "sm:-my-1.75" : "pt-2"}>{action}</div> : null}
      </div>
    </div>
  );
}
