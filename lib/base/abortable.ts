/** Resolves after the delay, or at once when the signal says so. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

/** Makes a call that is given up after the limit, and when the signal says so. */
export async function withTimeout<T>(
  limitMs: number,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    return await call(anySignal(signal, late.signal));
  } finally {
    clearTimeout(timer);
  }
}

/** Aborted with the first of them: AbortSignal.any, for browsers of a few years ago too. */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort();
    else signal.addEventListener("abort", () => either.abort(), { once: true });
  }
  return either.signal;
}
