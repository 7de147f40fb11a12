import "server-only";
import { isAuthError } from "@supabase/supabase-js";
import { log } from "@/lib/base/log";
import { routeOf } from "@/lib/base/route";

/** Logs a failed page with the reference shown to the visitor: the request's ID, or Next's digest. */
export function logFailedPage(error: unknown, routePath: string): void {
  const { digest } = Object(error) as { digest?: unknown };
  const reference = typeof digest === "string" ? digest : undefined;
  log.error("page.failed", error, { route: routeOf(routePath), reference });
}

const MOST_FRAMES = 8;

/**
 * Sends console errors through our log, redacted and with the request's ID. Next would print addresses, keys and
 * service responses. Drops errors of the auth client, which auth-failure.ts logs.
 */
export function redactConsole(): void {
  for (const method of ["error", "warn"] as const) {
    // biome-ignore lint/suspicious/noConsole: what others print passes through here.
    const print = console[method];
    console[method] = (...said: unknown[]) => {
      const error = said.find((one) => one instanceof Error);
      if (!error) print(...said);
      else if (!isAuthError(error)) log.error("server.error", error, { places: placesOf(error) });
    };
  }
}

function placesOf({ stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return frames
    .slice(0, MOST_FRAMES)
    .map((frame) => frame.trim())
    .join("; ");
}
