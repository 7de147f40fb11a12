"use client";

import { X } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/base/paths";

type BatchDrawerProps = { batchId: string; children: ReactNode };

/**
 * A batch at the side of the dashboard, for as long as the address names it: Escape, the button, a click beside it and the
 * browser's Back close it, and focus returns to the batch in the list. Without script it is part of the page.
 */
export function BatchDrawer({ batchId, children }: BatchDrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  const query = new URLSearchParams(useSearchParams());

  // Before the browser paints, and undone before React takes the dialog away: focus returns only from a closed one.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.close();
    dialog.showModal();
    return () => {
      dialog.close();
      const link = document.querySelector<HTMLElement>(`[data-batch="${CSS.escape(batchId)}"]`);
      link?.focus();
    };
  }, [batchId]);

  function close() {
    query.delete("batch");
    const rest = query.toString();
    // In place of the open drawer: Back then leads to where the person came from, not into it again.
    router.replace(rest ? `${paths.dashboard}?${rest}` : paths.dashboard, { scroll: false });
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click closes from beside the dialog; by keyboard Escape does.
    <dialog
      ref={ref}
      open
      aria-labelledby="batch-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className="my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-xl overflow-y-auto border-l border-border bg-surface-raised p-0 text-text shadow-lg backdrop:bg-surface-sunken/70 backdrop:backdrop-blur-sm"
    >
      <div className="sticky top-0 z-20 flex items-center justify-between gap-4 border-b border-border bg-surface-raised py-3 pr-3 pl-6">
        <h2 id="batch-title" className="text-lg font-semibold wrap-anywhere">
          {batchId}
        </h2>
        <Button variant="quiet" size="sm" aria-label="Close" onClick={close}>
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <div className="space-y-8 px-6 py-6">{children}</div>
    </dialog>
  );
}
