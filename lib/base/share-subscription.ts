/**
 * For React's useSyncExternalStore: however many components read a source, it is listened to once. `start` runs for
 * the first reader, gets the function that tells all of them, and answers the one that stops listening after the last.
 */
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
