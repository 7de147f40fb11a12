"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";

type ConfirmDialogProps = {
  /** The question. */
  title: ReactNode;
  isOpen: boolean;
  /** Called by the button that says no, and by every other way to close the dialog. */
  onCancel: () => void;
  cancelText?: string;
  /** The button that says yes; its children are its text. */
  confirm: ComponentProps<typeof Button>;
  /** Why saying yes has failed. */
  failure?: string | undefined;
  /** What saying yes does, or what is needed for it. */
  children: ReactNode;
};

/**
 * Asks before something is done: a dialog with two buttons at the bottom, no first, then yes. What a dangerous yes does is
 * read out as it opens.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onCancel, cancelText = "Cancel", confirm, failure, children } = props;
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
            {cancelText}
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
