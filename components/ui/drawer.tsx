import { useId, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";
import { useHydrated } from "@/components/ui/use-hydrated";
import { UNSAVED_QUESTION } from "@/lib/base/messages";

type DrawerProps = {
  title: React.ReactNode;
  aside?: React.ReactNode;
  /** The link that gets the focus back on close, found by attribute and value. */
  opener: { name: `data-${string}`; value: string };
  onClose: () => void;
  /** Makes the close button a link to this URL, which works without JavaScript. */
  closeHref?: string;
  isWide?: boolean;
  children: React.ReactNode;
  overlay?: React.ReactNode;
};

const LOOK =
  "my-0 mr-0 ml-auto h-dvh max-h-none w-full overflow-y-auto border-l border-border bg-surface-raised p-0 text-text shadow-lg";
const CLOSE = { variant: "quiet", size: "sm", "aria-label": "Close", "data-asks": "" } as const;

/**
 * Shows an item at the side of the page while the URL names it. Asks before it discards the input of a form marked
 * `data-unsaved`. Starts open without JavaScript.
 */
export function Drawer(props: DrawerProps) {
  const { title, aside, opener, onClose, closeHref, isWide, children, overlay } = props;
  const { name, value } = opener;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isHydrated = useHydrated();

  // A layout effect: the dialog must close before React removes it, or the focus wouldn't return.
  useLayoutEffect(() => {
    const dialog = ref.current;
    // Buttons are blocked until hydration, so the focus would skip to a later link.
    if (!dialog || !isHydrated) return;
    dialog.close();
    dialog.showModal();
    // The browser may focus another element and scroll there.
    dialog.querySelector<HTMLElement>("h2")?.focus();
    dialog.scrollTop = 0;
    return () => {
      dialog.close();
      document.querySelector<HTMLElement>(`[${name}="${CSS.escape(value)}"]`)?.focus();
    };
  }, [name, value, isHydrated]);

  function close() {
    const isUnsaved = ref.current?.querySelector("form[data-unsaved]");
    if (isUnsaved && !window.confirm(UNSAVED_QUESTION)) return;
    onClose();
  }

  const cross = <Icon name="x" className="size-4" />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click closes from beside the dialog; by keyboard Escape does.
    <dialog
      ref={ref}
      open
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A canceled file picker inside the drawer fires this event too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className={`${LOOK} ${isWide ? "max-w-2xl" : "max-w-xl"} ${closeHref ? "fixed inset-y-0 z-30" : ""}`}
    >
      <div className="sticky top-0 z-20 flex items-center justify-between gap-4 border-b border-border bg-surface-raised py-3 pr-3 pl-5 sm:pl-6">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
          <h2 id={titleId} tabIndex={-1} className="text-lg font-semibold wrap-anywhere outline-none">
            {title}
          </h2>
          {aside}
        </div>
        {closeHref ? (
          <ButtonLink
            {...CLOSE}
            href={closeHref}
            onClick={(event) => {
              event.preventDefault();
              close();
            }}
          >
            {cross}
          </ButtonLink>
        ) : (
          <Button {...CLOSE} onClick={close}>
            {cross}
          </Button>
        )}
      </div>
      <div className="space-y-8 px-5 py-6 sm:px-6">{children}</div>
      {overlay}
    </dialog>
  );
}
