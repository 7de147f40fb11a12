import type { z } from "zod";
import type { RawParams } from "./form-body.ts";
import { parseParams } from "./params.ts";
import type { Sandbox } from "./sandbox.ts";

type Method = "GET" | "POST" | "DELETE";

/** One endpoint of the API. `path` may hold one `:id`. */
export interface ApiRoute {
  method: Method;
  path: string;
  /**
   * Checks the parameters (throws Stripe's 400, which is never kept under an idempotency key)
   * and returns the work itself, whose outcome is kept, good or bad.
   */
  prepare(sandbox: Sandbox, id: string, raw: RawParams): () => { object: string };
}

/** Ties an endpoint's parameter schema to its work. `id` is the `:id` of the path, else an empty string. */
export function defineRoute<S extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Method,
  path: string,
  schema: S,
  run: (sandbox: Sandbox, params: z.output<S>, id: string) => { object: string },
): ApiRoute {
  return {
    method,
    path,
    prepare: (sandbox, id, raw) => {
      const params = parseParams(schema, raw);
      return () => run(sandbox, params, id);
    },
  };
}

/** The route of a request and the `:id` in its path. */
export function findRoute(
  routes: readonly ApiRoute[],
  method: string,
  path: string,
): { route: ApiRoute; id: string } | null {
  const parts = path.split("/");
  for (const route of routes) {
    if (route.method !== method) continue;
    const pattern = route.path.split("/");
    if (pattern.length !== parts.length) continue;
    if (!pattern.every((part, index) => part === parts[index] || (part === ":id" && parts[index]))) continue;
    const at = pattern.indexOf(":id");
    return { route, id: at < 0 ? "" : (parts[at] ?? "") };
  }
  return null;
}
