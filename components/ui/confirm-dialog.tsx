import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";

type ConfirmDialogProps = {
  title: React.ReactNode;
  isOpen: boolean;
  onCancel: () => void;
  confirm: React.ComponentProps<typeof Button>;
  failure?: string | undefined;
  children: React.ReactNode;
};

/** Asks for confirmation. Screen readers announce the consequence when the dialog opens. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onCancel, confirm, failure, children } = props;
  const consequenceId = useId();
  return (
    <Dialog
      title={title}
      describedBy={confirm.variant === "danger" ? consequenceId : undefined}
      isOpen={isOpen}
      onClose={onCancel}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button {...confirm} />
        </>
      }
    >
      <div id={consequenceId}>{children}</div>
      <Failure className="mt-3">{failure}</Failure>
    </Dialog>
  );
}
