"use client";

import { cva } from "class-variance-authority";
import { CircleCheck, CircleX, Info, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";

export type ToastTone = "success" | "danger" | "info";
type Toast = { id: number; tone: ToastTone; text: string };

const SHOWN_MS = 3_000;
const ICONS = { success: CircleCheck, danger: CircleX, info: Info };

const style = cva(
  "pointer-events-auto flex items-center gap-3 rounded-xl border bg-surface-raised py-3 pr-2 pl-4 text-sm font-medium text-text shadow-lg",
  {
    variants: {
      tone: {
        success: "border-success/40 bg-success-soft [&>svg]:text-success",
        danger: "border-danger/40 bg-danger-soft [&>svg]:text-danger",
        info: "border-accent-text/30 bg-accent-soft [&>svg]:text-accent-text",
      },
    },
  },
);

let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const NONE: Toast[] = [];

function set(next: Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message for three seconds, longer while the pointer or the keyboard is on it. */
export function showToast(tone: ToastTone, text: string): void {
  set([...toasts.slice(-2), { id: nextId++, tone, text }]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where messages appear; announced as they come. One a page. */
export function Toaster() {
  const list = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 sm:left-auto sm:items-end"
    >
      {list.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function Message({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const { id, tone, text } = toast;
  const Icon = ICONS[tone];
  const close = () => set(toasts.filter((other) => other.id !== id));

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => set(toasts.filter((other) => other.id !== id)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the message while somebody reads it.
    <div
      className={style({ tone })}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <p>{text}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={close}
        className="rounded-md p-1.5 text-text-muted hover:text-text"
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
