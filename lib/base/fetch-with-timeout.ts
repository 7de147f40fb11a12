import "server-only";

const TIMEOUT_MS = 5_000;

/** `fetch` that gives a service 5 s: a page or a sign-in never hangs on one that does not answer. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal, cache: "no-store" });
};
