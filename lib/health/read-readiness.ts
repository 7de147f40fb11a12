import "server-only";
import { log } from "@/lib/base/log";
import { lastOutcome, type Outcome } from "@/lib/base/service-outcomes";
import { hasAuthAnswered, listMissingMigrations } from "@/lib/health/data";

/** Holds whether this process may be sent visitors, and why not. It names no address, version or count. */
export type Readiness = {
  isReady: boolean;
  database: "ok" | "away" | "behind";
  auth: "ok" | "away";
  /** Told, but no reason to send visitors elsewhere: every instance speaks to the same services. */
  payments: Outcome;
  mail: Outcome;
};

/** A balancer asks every few seconds, a stranger as often as he likes: the services are asked once a second at most. */
const KEPT_MS = 1_000;
let kept: { until: number; answer: Promise<Readiness> } | undefined;

/**
 * Answers whether the database answers and has had all migrations that this build knows, and whether the auth service
 * answers. Those are asked; payments and mail are never, their last calls tell. Never throws.
 *
 * @param versions migrations of the build.
 */
export function readReadiness(versions: readonly string[], now: number = Date.now()): Promise<Readiness> {
  if (!kept || kept.until <= now) kept = { until: now + KEPT_MS, answer: ask(versions) };
  return kept.answer;
}

async function ask(versions: readonly string[]): Promise<Readiness> {
  const [database, hasAuth] = await Promise.all([askDatabase(versions), hasAuthAnswered()]);
  const auth = hasAuth ? "ok" : "away";
  const isReady = database === "ok" && hasAuth;
  if (!isReady) log.warn("health.not_ready", { database, auth });
  return { isReady, database, auth, payments: lastOutcome("payments"), mail: lastOutcome("mail") };
}

async function askDatabase(versions: readonly string[]): Promise<Readiness["database"]> {
  try {
    const missing = await listMissingMigrations(versions);
    if (missing.length === 0) return "ok";
    log.warn("health.migrations_missing", { missing: missing.join(" ") });
    return "behind";
  } catch (error) {
    log.error("health.database", error);
    return "away";
  }
}
