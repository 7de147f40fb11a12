/** Returns a `subscribe` for useSyncExternalStore. All readers share one `start` and its cleanup. */
export function shareSubscription(start: (tellAll: () => void) => () => void) {
  const readers = new Set<() => void>();
  let stop = () => {};
  const tellAll = () => {
    for (const tell of readers) tell();
  };
  return (tell: () => void): (() => void) => {
    readers.add(tell);
    if (readers.size === 1) stop = start(tellAll);
    return () => {
      if (readers.delete(tell) && readers.size === 0) stop();
    };
  };
}
