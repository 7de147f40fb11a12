import { useEffect, useRef } from "react";

/** Returns a callback that focuses `selector` once `facts` change or this part is replaced. */
export function useAnsweredFocus(facts: unknown, selector: string): () => void {
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
