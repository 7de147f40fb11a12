import "server-only";
import { log } from "@/lib/base/log";
import { routeOf } from "@/lib/base/route";

/** Logs a failed page with the reference its visitor sees: the request's id, or Next's digest. */
export function logFailedPage(error: unknown, routePath: string): void {
  const { digest } = Object(error) as { digest?: unknown };
  const reference = typeof digest === "string" ? digest : undefined;
  log.error("page.failed", error, { route: routeOf(routePath), reference });
}
