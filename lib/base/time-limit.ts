const SERVICE_LIMIT_MS = 5_000;

/** Answers what `work` answers, or `fallback()` when that takes longer than `budgetMs`; the work itself goes on unseen. */
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

/** A signal for what can be given up: aborted after `limitMs`, or with the other one if that comes first. */
export function timeLimit(limitMs: number, other?: AbortSignal | null): AbortSignal {
  const limit = AbortSignal.timeout(limitMs);
  return other ? AbortSignal.any([other, limit]) : limit;
}

/** `fetch` that gives a service 5 s and keeps no answer: a page or a sign-in never hangs on one that is away. */
export const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: timeLimit(SERVICE_LIMIT_MS, init?.signal), cache: "no-store" });

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
