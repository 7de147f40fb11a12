import "server-only";
import { log } from "@/lib/base/log";
import { routeOf } from "@/lib/base/route";

/**
 * Writes down that a page could not be made, with the reference that its visitor is shown: the request's id, or for what
 * nobody foresaw a number that Next has made of the error.
 *
 * @param routePath the page's route, as Next has it.
 */
export function logFailedPage(error: unknown, routePath: string): void {
  const { digest } = Object(error) as { digest?: unknown };
  const reference = typeof digest === "string" ? digest : undefined;
  log.error("page.failed", error, { route: routeOf(routePath), reference });
}
