import { z } from "zod";
import { noSuch } from "./errors.ts";
import type { RawParams } from "./form-body.ts";
import { createdWithin, listPage } from "./list-page.ts";
import type { ObjectName } from "./object-types.ts";
import { createdFilter, expand, pagination, parseParams, text } from "./params.ts";
import type { Sandbox } from "./sandbox.ts";
import { fieldIs } from "./store.ts";

type Method = "GET" | "POST" | "DELETE";

export interface ApiRoute {
  method: Method;
  path: string;
  /**
   * Validates the parameters and returns the work, whose outcome is stored under the idempotency key. Throws Stripe's
   * 400 for invalid parameters, which is never stored.
   */
  prepare(sandbox: Sandbox, id: string, raw: RawParams): () => { object: string };
}

/** Connects a parameter schema to an endpoint's work. `id` is the `:id` of the path, or empty. */
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

/** Creates the endpoint that returns one object. `param` names its ID in Stripe's 404. */
export function readRoute(name: ObjectName, path: string, param: string): ApiRoute {
  return defineRoute("GET", `${path}/:id`, z.strictObject(expand), (sandbox, _params, id) => {
    const object = sandbox.store.get(name, id);
    if (!object) throw noSuch(name, id, param);
    return object;
  });
}

export function listRoute(name: ObjectName, path: string, fields: readonly string[]): ApiRoute {
  const schema = z.strictObject({
    ...pagination,
    ...createdFilter,
    ...Object.fromEntries(fields.map((field) => [field, text().optional()])),
  });
  return defineRoute("GET", path, schema, (sandbox, params) =>
    listPage(sandbox.store, name, path, params, [
      ...createdWithin(params.created),
      ...fields.flatMap((field) => fieldIs(field, Reflect.get(params, field))),
    ]),
  );
}

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
