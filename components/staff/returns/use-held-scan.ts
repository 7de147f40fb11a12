import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Holds what is scanned or typed while the page waits for its server (`isWaiting`), and then types it into the field that
 * `fieldFor` names for it, as if it came only now; null: it is dropped. Of more than one scan the first counts.
 */
export function useHeldScan(
  isWaiting: boolean,
  fieldFor: (text: string) => HTMLInputElement | null | undefined,
): void {
  const held = useRef({ text: "", hasEnded: false });
  const latest = useRef(fieldFor);
  useLayoutEffect(() => {
    latest.current = fieldFor;
  });

  useEffect(() => {
    if (!isWaiting) {
      const { text, hasEnded } = held.current;
      held.current = { text: "", hasEnded: false };
      const field = text ? latest.current(text) : null;
      if (field) enter(field, text, hasEnded);
      return;
    }
    function onKey(event: KeyboardEvent) {
      const { key } = event;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { text, hasEnded } = held.current;
      if (key !== "Enter" && key !== "Backspace" && key.length > 1) return;
      event.preventDefault();
      event.stopPropagation();
      if (hasEnded) return;
      if (key === "Enter") held.current.hasEnded = text !== "";
      else held.current.text = key === "Backspace" ? text.slice(0, -1) : text + key;
    }
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [isWaiting]);
}

function enter(field: HTMLInputElement, text: string, hasEnded: boolean): void {
  field.focus();
  // React hears of a change only when the value was not set through its own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  // Its form knows the text once React has worked the change.
  if (hasEnded) setTimeout(() => field.form?.requestSubmit());
}
