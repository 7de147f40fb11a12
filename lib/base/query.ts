import * as z from "zod/mini";

/** The query of a page as Next hands it over. */
export type Query = Record<string, string | string[] | undefined>;

/** A value of a query; of a repeated one the first. */
export function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * One key of a page's query, for an object schema: of a repeated key the first value; undefined when it is not given or
 * when `schema` refuses it. Nonsense in an address is never an error.
 */
export function queryKey<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.pipe(z.transform(first), z.optional(schema)), undefined);
}

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
