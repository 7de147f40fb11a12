/** Services whose health is the outcome of their last call, not of a health check. */
type WatchedService = "payments" | "mail";

export type Outcome = "ok" | "degraded" | "unknown";

/** On globalThis, because Next may load this module several times. */
const place: { [key: symbol]: Map<WatchedService, Outcome> | undefined } = globalThis;
const KEY = Symbol.for("service-outcomes");
const outcomes = place[KEY] ?? new Map<WatchedService, Outcome>();
place[KEY] = outcomes;

/** Records the outcome of a call. A service that rejects a request is healthy. */
export function noteOutcome(service: WatchedService, isWell: boolean): void {
  outcomes.set(service, isWell ? "ok" : "degraded");
}

export function lastOutcome(service: WatchedService): Outcome {
  return outcomes.get(service) ?? "unknown";
}
