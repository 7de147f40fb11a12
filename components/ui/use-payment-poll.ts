import { useEffect, useState } from "react";

/** Returns the latest state that `follow` reports. A new `follow` restarts it, so use `useCallback`. */
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
