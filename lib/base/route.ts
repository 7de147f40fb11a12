import "server-only";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";

const UNLISTED = "unlisted";

const HOLE = "[id]";

const MACHINES = ["/robots.txt"];

const routes = [paths, staffPaths, apiPaths, staffApiPaths, MACHINES]
  .flatMap((some) => Object.values<string | ((id: string) => string)>(some))
  .map((path) => pathOf(typeof path === "function" ? path(HOLE) : path));
const fixed = new Set(routes.filter((route) => !route.includes(HOLE)));
const open = [...new Set(routes.filter((route) => route.includes(HOLE)))].map((route) => ({
  route,
  form: new RegExp(`^${route.replace(/[.]/g, "\\$&").replaceAll(HOLE, "[^/]+")}$`),
}));

/** Returns our route for a URL, with `[id]` for ids, or "unlisted". Paths and queries may hold secrets. */
export function routeOf(url: string): string {
  const path = pathOf(url);
  if (fixed.has(path)) return path;
  return open.find(({ form }) => form.test(path))?.route ?? UNLISTED;
}

function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
