import "server-only";
import { log } from "@/lib/base/log";
import { lastOutcome, type Outcome } from "@/lib/base/service-outcomes";
import { isAuthReachable, listMissingMigrations } from "@/lib/health/data";

/** Only the database decides `status`: guests can pay and webhooks arrive without the rest. */
export type Readiness = {
  status: "ready" | "degraded" | "not_ready";
  database: "ok" | "away" | "behind";
  auth: "ok" | "away";
  payments: Outcome;
  mail: Outcome;
};

/** Anyone can call this, so checks run at most once a second. */
const CACHED_MS = 1_000;
let cached: { until: number; answer: Promise<Readiness> } | undefined;

/** Checks the database, its migrations and the auth service. Payments and mail report their last call. */
export function readReadiness(versions: readonly string[], now: number = Date.now()): Promise<Readiness> {
  if (!cached || cached.until <= now) cached = { until: now + CACHED_MS, answer: checkReadiness(versions) };
  return cached.answer;
}

async function checkReadiness(versions: readonly string[]): Promise<Readiness> {
  const [database, hasAuth] = await Promise.all([checkDatabase(versions), isAuthReachable()]);
  const auth = hasAuth ? "ok" : "away";
  const [payments, mail] = [lastOutcome("payments"), lastOutcome("mail")];
  const isDegraded = !hasAuth || payments === "degraded" || mail === "degraded";
  const status = database !== "ok" ? "not_ready" : isDegraded ? "degraded" : "ready";
  if (status !== "ready") log.warn(`health.${status}`, { database, auth, payments, mail });
  return { status, database, auth, payments, mail };
}

async function checkDatabase(versions: readonly string[]): Promise<Readiness["database"]> {
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
