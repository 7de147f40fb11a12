import "server-only";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";

type Result<T> = { data: T; error: null } | { data: unknown; error: { message: string; code?: string } };

/** PostgreSQL's classes of faults that are not of the caller's making: connection, resources, shutdown, timeout. */
const UNAVAILABLE = /^(08|53|57|58|PGRST00|PGRST003)/;

/** The data of a supabase-js result. Its errors are returned, not thrown, so forgetting this would hide them. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error === null) return result.data;
  const { message, code } = result.error;
  const cause = new Error(`${code ?? "no code"}: ${message}`);
  // supabase-js reports a failed connection or a timeout with an empty code.
  if (!code || UNAVAILABLE.test(code)) throw new ServiceUnavailableError("database", cause);
  throw new AppError("database_failed", { cause });
}
