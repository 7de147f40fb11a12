import { useEffect, useRef } from "react";

/** Returns a ref and a function. The function focuses an element inside the ref by selector, once it's rendered. */
export function useNextFocus(): [
  part: React.RefObject<HTMLElement | null>,
  focusNext: (selector: string) => void,
] {
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

/** Returns a callback that focuses `selector` once `facts` change or the component unmounts. */
export function useOutcomeFocus(facts: unknown, selector: string): () => void {
  const isAnswered = useRef(false);

  useEffect(() => {
    if (facts && isAnswered.current) focusOn(selector);
    isAnswered.current = false;
  }, [facts, selector]);
  useEffect(() => () => void (isAnswered.current && focusOn(selector)), [selector]);

  return () => {
    isAnswered.current = true;
  };
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
