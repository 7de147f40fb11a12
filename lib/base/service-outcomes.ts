/** Services judged by their last call, never by a health check. */
type WatchedService = "payments" | "mail";

export type Outcome = "ok" | "degraded" | "unknown";

/** On globalThis, because Next may load this module several times. */
const place: { [key: symbol]: Map<WatchedService, Outcome> | undefined } = globalThis;
const KEY = Symbol.for("service-outcomes");
const outcomes = place[KEY] ?? new Map<WatchedService, Outcome>();
place[KEY] = outcomes;

/** Records how a call ended. A refusal counts as well. */
export function noteOutcome(service: WatchedService, isWell: boolean): void {
  outcomes.set(service, isWell ? "ok" : "degraded");
}

export function lastOutcome(service: WatchedService): Outcome {
  return outcomes.get(service) ?? "unknown";
}
