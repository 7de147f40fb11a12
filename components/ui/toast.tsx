"use client";
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";

type ToastTone = "success" | "danger" | "info";
type Toast = { id: number; tone: ToastTone; text: string; endsAt: number };

const SHOWN_MS = 3_000;
const MARKS = { success: "circle-check", danger: "circle-x", info: "info" } as const;

const LOOKS = {
  success: "border-success/30 bg-success-soft [&>svg]:text-success",
  danger: "border-danger/30 bg-danger-soft [&>svg]:text-danger",
  info: "border-accent-text/25 bg-accent-soft [&>svg]:text-accent-text",
};

let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
/** The last toaster inside a dialog shows the toasts, because a modal dialog makes everything outside inert. */
let hosts: { id: string; isInDialog: boolean }[] = [];
const hostNow = () => (hosts.findLast(({ isInDialog }) => isInDialog) ?? hosts.at(-1))?.id;
const NONE: Toast[] = [];

function set(next: Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast for three seconds, longer while hovered or focused. At most three are visible. */
export function showToast(tone: ToastTone, text: string): void {
  set([...toasts.slice(-2), { id: nextId++, tone, text, endsAt: Date.now() + SHOWN_MS }]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders toasts. Needs one instance per page and one in each dialog and drawer, because those make the page inert. */
export function Toaster() {
  const id = useId();
  const ref = useRef<HTMLElement>(null);
  const list = useSyncExternalStore(
    subscribe,
    () => (hostNow() === id ? toasts : NONE),
    () => NONE,
  );

  useEffect(() => {
    hosts = [...hosts, { id, isInDialog: Boolean(ref.current?.closest("dialog")) }];
    set([...toasts]);
    return () => {
      hosts = hosts.filter((host) => host.id !== id);
      set([...toasts]);
    };
  }, [id]);

  return (
    <section
      ref={ref}
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
  const wasHeld = useRef(false);
  const { id, tone, text, endsAt } = toast;
  const close = () => set(toasts.filter((other) => other.id !== id));

  useEffect(() => {
    if (isHeld) {
      wasHeld.current = true;
      return;
    }
    // A toast that moves between toasters keeps its remaining time. After a hover or focus its time starts over.
    const left = wasHeld.current ? SHOWN_MS : endsAt - Date.now();
    const timer = setTimeout(() => set(toasts.filter((other) => other.id !== id)), left);
    return () => clearTimeout(timer);
  }, [isHeld, id, endsAt]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the message while someone reads it.
    <div
      className={`pointer-events-auto flex items-center gap-3 rounded-xl border bg-surface-raised py-3 pr-2 pl-4 text-sm font-medium text-text shadow-lg ${LOOKS[tone]}`}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon name={MARKS[tone]} className="size-4 shrink-0" />
      <p>{text}</p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={close}
        className="rounded-md p-1.5 text-text-muted hover:text-text"
      >
        <Icon name="x" className="size-4" />
      </button>
    </div>
  );
}
