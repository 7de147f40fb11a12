import "server-only";
import { currentRequest } from "@/lib/base/request-context";

/** A field `at` would replace the time. */
type Fields = Record<string, string | number | boolean | null | undefined> & { at?: never };

/** Callers pass ids and outcomes, never emails, notes, tokens, paths or queries. */
function write(level: "info" | "warn" | "error", event: string, fields: Fields): void {
  const { id: request, traceId: trace } = currentRequest() ?? {};
  const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...fields, request, trace });
  if (level === "info") console.info(line);
  else console.error(line);
}

/** Writes JSON lines with the request's ID. `event` is a fixed, searchable name like "mail.sent". */
export const log = {
  info: (event: string, fields: Fields = {}) => write("info", event, fields),
  warn: (event: string, fields: Fields = {}) => write("warn", event, fields),
  /** Logs an error with its causes. Emails and keys are redacted. */
  error: (event: string, error: unknown, fields: Fields = {}) =>
    write("error", event, { ...fields, error: describe(error) }),
};

function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const cause = error.cause ? ` <- ${describe(error.cause)}` : "";
  return redact(`${error.name}: ${error.message}`) + cause;
}

const EMAIL = /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g;
const SECRET = /\b(sk_|rk_|whsec_|sb_secret_|cs_|eyJ)[A-Za-z0-9_.-]+/g;

function redact(text: string): string {
  return text.replace(EMAIL, "[email]").replace(SECRET, "$1[redacted]");
}
