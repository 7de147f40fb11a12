"use client";

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";
import { UNSAVED_QUESTION } from "@/lib/base/unsaved-question";

type DialogProps = {
  title: ReactNode;
  /** The id of what is read out with the title: what the dialog is about to do. */
  describedBy?: string | undefined;
  isOpen: boolean;
  /** Called on Escape, the close button, and a click beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom. */
  footer?: ReactNode;
};

/**
 * Shows a modal dialog, made with the browser's own: the focus stays inside, Escape closes, and the focus returns to
 * where it was. What is marked `data-unsaved` in it is left only after a question.
 */
export function Dialog({ title, describedBy, isOpen, onClose, children, footer }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before any other part of the page takes the keyboard for what it shows next: an open dialog keeps it, a closing one gives it back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);

  const mayClose = () => !ref.current?.querySelector("[data-unsaved]") || window.confirm(UNSAVED_QUESTION);
  const close = () => {
    if (mayClose()) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click closes from beside the dialog; by keyboard Escape does.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // A file picker within it cancels too.
        if (event.target === event.currentTarget && !mayClose()) event.preventDefault();
      }}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-2xl border border-border bg-surface-raised p-0 text-text shadow-lg"
    >
      <div className="flex items-center justify-between gap-4 border-b border-border py-3 pr-3 pl-6">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        <Button variant="quiet" size="sm" aria-label="Close" onClick={close}>
          <Mark name="x" className="size-4" />
        </Button>
      </div>
      <div className="px-6 py-5">{children}</div>
      {footer ? (
        <div className="flex flex-wrap justify-end gap-3 border-t border-border px-6 py-4">{footer}</div>
      ) : null}
    </dialog>
  );
}
