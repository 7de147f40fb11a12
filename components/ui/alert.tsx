import { FailureIcon } from "@/components/ui/failure";
import { Icon } from "@/components/ui/icon";

/** Sets the icon and color, and whether a live alert interrupts the screen reader. */
export type AlertTone = "info" | "success" | "warning" | "danger";

export const toneIcons = {
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
  title?: React.ReactNode;
  id?: string;
  action?: React.ReactNode;
  isOneLine?: boolean;
  /** Announced by screen readers when it appears after page load. Danger interrupts speech, other tones wait. */
  isLive?: boolean;
  children?: React.ReactNode;
};

/** Shows a framed message. Omits unset attributes, because undefined ones are serialized into the payload. */
export function Alert({ tone, title, id, action, isOneLine, isLive, children }: AlertProps) {
  return (
    <div
      {...(id && { id })}
      {...(isLive && { role: tone === "danger" ? "alert" : "status" })}
      className={`flex gap-3 rounded-lg border px-4 py-3 text-sm text-text ${LOOKS[tone]}`}
    >
      {tone === "danger" ? (
        <FailureIcon />
      ) : (
        <Icon name={toneIcons[tone]} className="mt-0.75 size-4 shrink-0" />
      )}
      <div
        className={`min-w-0 flex-1 wrap-break-word ${isOneLine ? "flex flex-wrap items-center justify-between gap-x-4 gap-y-2" : "space-y-1"}`}
      >
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {/* Keeps a button from making the message taller. */}
        {action ? <div className={isOneLine ? "sm:-my-1.75" : "pt-2"}>{action}</div> : null}
      </div>
    </div>
  );
}
