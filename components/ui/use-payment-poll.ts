import { useEffect, useState } from "react";

/** Returns the latest state that `follow` reports. Wrap `follow` in `useCallback`: a new function restarts polling. */
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
