import { type RefObject, useEffect, useRef } from "react";

/**
 * Gives the keyboard to what is shown next in a part of the page, where the button that had it is gone by then. Answers the
 * ref for that part, and what names (by a selector) the element in it.
 */
export function useNextFocus(): [part: RefObject<HTMLElement | null>, focusNext: (selector: string) => void] {
  const part = useRef<HTMLElement>(null);
  const next = useRef<string | null>(null);

  useEffect(() => {
    if (next.current) part.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });

  return [
    part,
    (selector) => {
      next.current = selector;
    },
  ];
}
