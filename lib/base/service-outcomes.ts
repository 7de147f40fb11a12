/** Names a service that is never asked whether it is well: its last call tells. */
export type WatchedService = "payments" | "mail";

/** "unknown": this process has not called it yet. */
export type Outcome = "ok" | "degraded" | "unknown";

/** Next may load a file once for each of its parts; all of a process write into one place. */
const place: { [key: symbol]: Map<WatchedService, Outcome> | undefined } = globalThis;
const KEY = Symbol.for("service-outcomes");
const outcomes = place[KEY] ?? new Map<WatchedService, Outcome>();
place[KEY] = outcomes;

/** Remembers how a call of a service ended: `isWell` when it answered, be it with a refusal. */
export function noteOutcome(service: WatchedService, isWell: boolean): void {
  outcomes.set(service, isWell ? "ok" : "degraded");
}

/** Answers how the last call of a service ended that this process made. */
export function lastOutcome(service: WatchedService): Outcome {
  return outcomes.get(service) ?? "unknown";
}
