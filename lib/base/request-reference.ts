export const REQUESTS = Symbol.for("slabrelay.requests");

type Requests = { getStore(): { id: string; failures: number } | undefined };
const place: { [key: symbol]: Requests | undefined } = globalThis;

/** Returns the request's ID as a log reference, numbered from the second failure. Undefined in browsers. */
export function nextReference(): string | undefined {
  const request = place[REQUESTS]?.getStore();
  if (!request) return undefined;
  request.failures += 1;
  return request.failures === 1 ? request.id : `${request.id}-${request.failures}`;
}
