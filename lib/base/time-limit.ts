/** A page or a sign-in never hangs longer on a service that is away. */
const SERVICE_LIMIT_MS = 5_000;

/**
 * Answers what `work` answers, or `fallback()` when that takes longer than `budgetMs`. The work itself goes on, and
 * what it answers or throws afterwards is lost. Throws what `work` throws in time.
 */
export async function withinBudget<T>(work: Promise<T>, budgetMs: number, fallback: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback()), budgetMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes a signal that is aborted after `limitMs`, or with the other one if that comes first. For servers: see
 * withTimeout.
 */
export function timeLimit(limitMs: number, other?: AbortSignal | null): AbortSignal {
  const limit = AbortSignal.timeout(limitMs);
  return other ? AbortSignal.any([other, limit]) : limit;
}

/**
 * Fetches as `fetch` does, gives up after `limitMs` (5 s), and keeps no answer in Next's cache. A redirect is an error: the
 * keys in the headers are for this service alone.
 */
export function fetchWithTimeout(
  input: RequestInfo | URL,
  init?: RequestInit,
  limitMs: number = SERVICE_LIMIT_MS,
): Promise<Response> {
  const signal = timeLimit(limitMs, init?.signal);
  return fetch(input, { ...init, signal, cache: "no-store", redirect: "error" });
}

/** Resolves after the delay, or as soon as the signal is aborted. It never throws. */
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

/**
 * Makes a call with a signal that is aborted after `limitMs` or with the caller's own, and throws what the call throws
 * then. For browsers, where AbortSignal.timeout and .any may be missing.
 */
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

/** Makes a signal that is aborted with the first of several: AbortSignal.any, for browsers of before 2024 too. */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort();
    else signal.addEventListener("abort", () => either.abort(), { once: true });
  }
  return either.signal;
}
