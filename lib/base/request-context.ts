import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { REQUESTS } from "@/lib/base/request-reference";
import { routeOf } from "@/lib/base/route";

export class RequestContext {
  /** Logged, sent as x-request-id, and shown on error pages. */
  readonly id: string;
  /** References issued so far. See request-reference.ts. */
  failures = 0;
  traceId: string | undefined;
  readonly #url: string;

  constructor(id: string, url: string) {
    this.id = id;
    this.#url = url;
  }

  get route(): string {
    return routeOf(this.#url);
  }
}

/** On globalThis, because Next may load this module several times. */
const place: { [key: symbol]: AsyncLocalStorage<RequestContext> | undefined } = globalThis;
const requests = place[REQUESTS] ?? new AsyncLocalStorage<RequestContext>();
place[REQUESTS] = requests;

export function enterRequest(request: RequestContext): void {
  requests.enterWith(request);
}

export function withinRequest<T>(request: RequestContext, work: () => T): T {
  return requests.run(request, work);
}

/** Returns the current request. Undefined at startup, in commands and in tests. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}
