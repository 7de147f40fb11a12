import { CircleCheck, OctagonX, TriangleAlert } from "lucide-react";
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import type { Desk } from "@/lib/staff/desk/desk-state";

const LOOKS = {
  success: { Icon: CircleCheck, colors: "border-success bg-success-soft [&>svg]:text-success" },
  warning: { Icon: TriangleAlert, colors: "border-warning-bar bg-warning-soft [&>svg]:text-warning" },
  danger: { Icon: OctagonX, colors: "border-danger bg-danger-soft [&>svg]:text-danger" },
};

type OutcomeBannerProps = {
  desk: Desk;
  /** A success of the previous package. */
  isFormer: boolean;
  onUndone: (code: string) => void;
};

/** Shows the result of the last scan or action with Undo. A success of the previous package is one line. */
export function OutcomeBanner({ desk, isFormer, onUndone }: OutcomeBannerProps) {
  const { notice, signal } = desk;
  const look = notice ? LOOKS[notice.tone] : null;
  const undo = notice?.undo;
  const undoButton = undo ? (
    <UndoButton
      actionId={undo.actionId}
      orderId={undo.orderId}
      what={undo.what}
      onUndone={() => onUndone(undo.code)}
    />
  ) : null;
  return (
    <div role="status" aria-label="Result">
      {notice && isFormer ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-text-muted">
          <p className="wrap-anywhere">{notice.title}</p>
          {undoButton}
        </div>
      ) : notice && look ? (
        <div
          key={signal?.nth}
          className={`flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border-2 p-5 [&>svg]:shrink-0 ${look.colors}`}
        >
          <look.Icon className="size-10" aria-hidden="true" />
          <div className="min-w-0 flex-1 basis-60 space-y-1">
            <p className="text-2xl font-semibold wrap-anywhere">{notice.title}</p>
            {notice.text ? <p className="wrap-anywhere">{notice.text}</p> : null}
          </div>
          {undoButton}
        </div>
      ) : null}
    </div>
  );
}
