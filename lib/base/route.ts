import "server-only";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";

/** Stands for every address that is none of ours. */
export const UNLISTED = "unlisted";

/** Stands in a route for what differs from call to call: an id, a token. */
const HOLE = "[id]";

/** What is served beside pages and endpoints, and linked by nothing of ours. */
const MACHINES = ["/robots.txt"];

const routes = [paths, staffPaths, apiPaths, staffApiPaths, MACHINES]
  .flatMap((some) => Object.values<string | ((id: string) => string)>(some))
  .map((path) => pathOf(typeof path === "function" ? path(HOLE) : path));
const fixed = new Set(routes.filter((route) => !route.includes(HOLE)));
const open = [...new Set(routes.filter((route) => route.includes(HOLE)))].map((route) => ({
  route,
  form: new RegExp(`^${route.replace(/[.]/g, "\\$&").replaceAll(HOLE, "[^/]+")}$`),
}));

/**
 * Answers which of our pages or endpoints an address is of, with `[id]` where an id or a token stands: what logs and
 * traces may carry, as a path may hold a secret (a tracking token) and a query one, too (a searched address). Whatever is
 * no address of ours is "unlisted". A route, also as Next writes it (`/track/[token]`), is answered as ours.
 */
export function routeOf(url: string): string {
  const path = pathOf(url);
  if (fixed.has(path)) return path;
  return open.find(({ form }) => form.test(path))?.route ?? UNLISTED;
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
