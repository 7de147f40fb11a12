import "server-only";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { currentRequest } from "@/lib/base/request-context";

/** Names the services that answering a request may have to wait for. */
export type CalledService = "database" | "auth" | "storage" | "payments" | "mail";

/** Says what is called: a function or table of the database, an operation of a service, a kind of mail; never ids. */
export type ServiceCall = { service: CalledService; name: string };

/**
 * Makes a call within a span of its own, and answers what it answers. `isWell` tells whether an answer is one, or a
 * fault of the service.
 */
export type CallTracer = <T>(
  call: ServiceCall,
  work: () => Promise<T>,
  isWell: (answer: T) => boolean,
) => Promise<T>;

/** Next may load a file once for each of its parts; all of a process share one place. */
const place: { [key: symbol]: CallTracer | undefined } = globalThis;
const TRACER = Symbol.for("slabrelay.call-tracer");

/** Lets every watched call from now on be traced. */
export function traceCallsBy(tracer: CallTracer): void {
  place[TRACER] = tracer;
}

/** No limit may be lower: below it nothing is looked up. */
const NEVER_SLOW_MS = 50;

/**
 * Makes a call of a service and answers or throws what it does. A call that took longer than its service's limit
 * (SLOW_…_MS), however it ended, is told in the log, with the route it was made for.
 */
export async function watchCall<T>(
  call: ServiceCall,
  work: () => Promise<T>,
  isWell: (answer: T) => boolean = () => true,
): Promise<T> {
  const began = performance.now();
  const tracer = place[TRACER];
  try {
    return await (tracer ? tracer(call, work, isWell) : work());
  } finally {
    const ms = Math.round(performance.now() - began);
    if (ms >= NEVER_SLOW_MS && ms >= limitOf(call.service)) {
      log.warn("call.slow", { ...call, ms, route: currentRequest()?.route });
    }
  }
}

function limitOf(service: CalledService): number {
  const settings = env();
  const limits: Record<CalledService, number> = {
    database: settings.SLOW_DATABASE_MS,
    auth: settings.SLOW_AUTH_MS,
    storage: settings.SLOW_STORAGE_MS,
    payments: settings.SLOW_PAYMENTS_MS,
    mail: settings.SLOW_MAIL_MS,
  };
  return limits[service];
}
