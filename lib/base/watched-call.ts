import "server-only";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { currentRequest } from "@/lib/base/request-context";

export type CalledService = "database" | "auth" | "storage" | "payments" | "mail";

/** A function, table, operation or kind of email; never ids. */
export type ServiceCall = { service: CalledService; name: string };

/** Runs a call in a span and returns its result. `isWell` distinguishes a valid response from a service fault. */
export type CallTracer = <T>(
  call: ServiceCall,
  work: () => Promise<T>,
  isWell: (answer: T) => boolean,
) => Promise<T>;

/** On globalThis, because Next may load this module several times. */
const place: { [key: symbol]: CallTracer | undefined } = globalThis;
const TRACER = Symbol.for("slabrelay.call-tracer");

export function traceCallsBy(tracer: CallTracer): void {
  place[TRACER] = tracer;
}

/** Minimum of all limits, so that fast calls skip the lookup. */
const NEVER_SLOW_MS = 50;

/** Runs a service call and logs it with its route if it took longer than SLOW_…_MS. */
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
  return env()[`SLOW_${service.toUpperCase() as Uppercase<CalledService>}_MS`];
}
