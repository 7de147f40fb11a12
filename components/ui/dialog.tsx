import { useId, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { UNSAVED_QUESTION } from "@/lib/base/messages";

type DialogProps = {
  title: React.ReactNode;
  describedBy?: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  children: React.ReactNode;
  footer?: React.ReactNode;
};

/** Shows a native modal dialog. Asks before it discards the input of a form marked `data-unsaved`. */
export function Dialog({ title, describedBy, isOpen, onClose, children, footer }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect, so that the dialog takes the focus before other effects run.
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
        // A canceled file picker inside the dialog fires this event too.
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
          <Icon name="x" className="size-4" />
        </Button>
      </div>
      <div className="px-6 py-5">{children}</div>
      {footer ? (
        <div className="flex flex-wrap justify-end gap-3 border-t border-border px-6 py-4">{footer}</div>
      ) : null}
    </dialog>
  );
}
