/**
 * Makes the `subscribe` of React's useSyncExternalStore for a source that many components read but that is listened to
 * once. `start` runs when the first component subscribes; it gets a function that tells all of them of a change, and
 * answers the function that stops listening, which runs after the last has gone.
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
