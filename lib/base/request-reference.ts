/** Under this name a server's process keeps which request it is answering; see request-context.ts. */
export const REQUESTS = Symbol.for("slabrelay.requests");

type Requests = { getStore(): { id: string; failures: number } | undefined };
const place: { [key: symbol]: Requests | undefined } = globalThis;

/**
 * Makes a name for a failure of the request that is being answered, by which the log tells of it: the request's id, from
 * the second failure on with a number behind it. Undefined outside of a request, and in a browser, which may load this.
 */
export function nextReference(): string | undefined {
  const request = place[REQUESTS]?.getStore();
  if (!request) return undefined;
  request.failures += 1;
  return request.failures === 1 ? request.id : `${request.id}-${request.failures}`;
}
