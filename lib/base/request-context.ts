import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { REQUESTS } from "@/lib/base/request-reference";
import { routeOf } from "@/lib/base/route";

/** Holds what log and traces tell of a request while it is answered. */
export class RequestContext {
  /** Stands in each line of the log, in the answer (x-request-id), and on error pages. */
  readonly id: string;
  /** How many failures were given a name of this request's; see request-reference.ts. */
  failures = 0;
  /** Names the request's trace, when there is one. */
  traceId: string | undefined;
  readonly #url: string;

  constructor(id: string, url: string) {
    this.id = id;
    this.#url = url;
  }

  /** Says which page or endpoint it is for; see routeOf. */
  get route(): string {
    return routeOf(this.#url);
  }
}

/** Next may load a file once for each of its parts; all of a process share one place. */
const place: { [key: symbol]: AsyncLocalStorage<RequestContext> | undefined } = globalThis;
const requests = place[REQUESTS] ?? new AsyncLocalStorage<RequestContext>();
place[REQUESTS] = requests;

/** Says that all that follows from here, also what is awaited, is done for this request. */
export function enterRequest(request: RequestContext): void {
  requests.enterWith(request);
}

/** Does something as if it were done for this request, and answers what it answers. */
export function withinRequest<T>(request: RequestContext, work: () => T): T {
  return requests.run(request, work);
}

/** Answers the request for which this is done; undefined at a server's start, and in commands and tests. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}
