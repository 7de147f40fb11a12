"use client";

import { useEffect, useState } from "react";

/**
 * What is known of a payment by now, beginning with `first`. `follow` asks for it from the browser and tells of each
 * state until `signal` ends it, because the page is left; it starts again when it is another function.
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
