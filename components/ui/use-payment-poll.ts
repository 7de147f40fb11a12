"use client";

import { useEffect, useState } from "react";

/**
 * Answers what is known of a payment by now, beginning with `first`. `follow` asks for it from the browser and tells
 * each state to `onState`, until `signal` ends it because the page is left. It starts again when `follow` is another
 * function, so wrap that in `useCallback`.
 */
export function usePaymentPoll<State>(
  first: State,
  follow: (signal: AbortSignal, onState: (state: State) => void) => Promise<void>,
): State {
  const [state, setState] = useState(first);
  useEffect(() => {
    const stop = new AbortController();
    void follow(stop.signal, setState);
    return () => stop.abort();
  }, [follow]);
  return state;
}
