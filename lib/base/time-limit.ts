/** Caps how long an unreachable service can delay a page. */
const SERVICE_LIMIT_MS = 5_000;

/** Returns the result of `work`, or `fallback()` after `budgetMs`. A late result or error is dropped. */
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

/** Returns a signal that aborts after `limitMs` or with `other`. Servers only. */
export function timeLimit(limitMs: number, other?: AbortSignal | null): AbortSignal {
  const limit = AbortSignal.timeout(limitMs);
  return other ? AbortSignal.any([other, limit]) : limit;
}

/** Fetches uncached with a timeout. Redirects fail because the headers carry service keys. */
export function fetchWithTimeout(
  input: RequestInfo | URL,
  init?: RequestInit,
  limitMs: number = SERVICE_LIMIT_MS,
): Promise<Response> {
  const signal = timeLimit(limitMs, init?.signal);
  return fetch(input, { ...init, signal, cache: "no-store", redirect: "error" });
}

/** Resolves after the delay or on abort. Never rejects. */
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

/** Runs a call with a timeout, in browsers that may lack AbortSignal.timeout. */
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

/** Replaces AbortSignal.any, which browsers lacked before 2024. */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort();
    else signal.addEventListener("abort", () => either.abort(), { once: true });
  }
  return either.signal;
}
