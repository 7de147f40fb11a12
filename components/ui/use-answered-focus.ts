import { useEffect, useRef } from "react";

/**
 * Gives the keyboard to what `selector` names in the whole page once a press was answered and the page shows other `facts`, or
 * another part in place of this one: the button that had it is gone by then. Answers what is called when the answer is there.
 */
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
