import type { Context } from "hono";
import type { z } from "zod";

/** The body of a control call, checked; an empty one is an empty object. */
export async function readJson<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const text = await c.req.text();
  return schema.parse(text === "" ? {} : JSON.parse(text));
}
