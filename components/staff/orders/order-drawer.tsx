"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Toaster } from "@/components/ui/toast";

type OrderDrawerProps = { orderId: string; title: string; closeHref: string; children: ReactNode };

/**
 * An order at the side of the list, for as long as the address names it: Escape, the button, a click beside it and the
 * browser's Back close it, and focus returns to the order in the list. Without script it stands beside the list, and Close is a link.
 */
export function OrderDrawer({ orderId, title, closeHref, children }: OrderDrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const router = useRouter();

  // Before the browser paints, and undone before React takes the dialog away: focus returns only from a closed one.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.close();
    dialog.showModal();
    return () => {
      dialog.close();
      document.querySelector<HTMLElement>(`[data-order="${CSS.escape(orderId)}"]`)?.focus();
    };
  }, [orderId]);

  function close() {
    const isUnsaved = ref.current?.querySelector("form[data-unsaved]");
    if (isUnsaved && !window.confirm("Leave without saving your changes?")) return;
    router.push(closeHref, { scroll: false });
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click closes from beside the dialog; by keyboard Escape does.
    <dialog
      ref={ref}
      open
      aria-labelledby="order-title"
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className="fixed inset-y-0 z-30 my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-2xl overflow-y-auto border-l border-border bg-surface-raised p-0 text-text shadow-lg backdrop:bg-surface-sunken/70 backdrop:backdrop-blur-sm"
    >
      <div className="sticky top-0 z-20 flex items-center justify-between gap-4 border-b border-border bg-surface-raised py-3 pr-3 pl-5 sm:pl-6">
        <h2 id="order-title" className="text-lg font-semibold wrap-anywhere tabular-nums">
          {title}
        </h2>
        <ButtonLink
          href={closeHref}
          variant="quiet"
          size="sm"
          aria-label="Close"
          onClick={(event) => {
            event.preventDefault();
            close();
          }}
        >
          <X className="size-4" aria-hidden="true" />
        </ButtonLink>
      </div>
      <div className="space-y-8 px-5 py-6 sm:px-6">{children}</div>
      <Toaster />
    </dialog>
  );
}
