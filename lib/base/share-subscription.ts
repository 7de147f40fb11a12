/** Returns a `subscribe` for useSyncExternalStore. All readers share one `start` and its cleanup. */
export function shareSubscription(start: (notifyAll: () => void) => () => void) {
  const readers = new Set<() => void>();
  let stop = () => {};
  const notifyAll = () => {
    for (const tell of readers) tell();
  };
  return (tell: () => void): (() => void) => {
    readers.add(tell);
    if (readers.size === 1) stop = start(notifyAll);
    return () => {
      if (readers.delete(tell) && readers.size === 0) stop();
    };
  };
}
