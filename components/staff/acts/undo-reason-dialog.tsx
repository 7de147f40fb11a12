import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextareaField } from "@/components/ui/textarea-field";

type UndoReasonDialogProps = {
  /** What is taken back. */
  what: string;
  /** Where the reason is kept, as its field says. */
  hint: string;
  isOpen: boolean;
  isBusy: boolean;
  reason: string;
  onReason: (reason: string) => void;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks why staff take back what was done more than ten minutes ago. */
export function UndoReasonDialog(props: UndoReasonDialogProps) {
  const { what, hint, isOpen, isBusy, reason, onReason, onCancel, onConfirm } = props;
  return (
    <ConfirmDialog
      title="Why is it taken back?"
      isOpen={isOpen}
      onCancel={onCancel}
      confirm={{ isBusy, onClick: onConfirm, disabled: reason.trim() === "", children: "Take back" }}
    >
      <div className="space-y-5">
        <p>{what}. It was done more than ten minutes ago, so others may rely on it.</p>
        <TextareaField
          label="Reason"
          hint={hint}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
