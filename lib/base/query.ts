import * as z from "zod/mini";

/** Holds the query of a page as Next hands it over. */
export type Query = Record<string, string | string[] | undefined>;

/** Answers a value of a query, and of a key that the address repeats the first value. */
export function one<Value>(value: Value | Value[]): Value | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Makes the schema of one key of a page's query, for an object schema: of a repeated key it takes the first value, and
 * it answers undefined for a key that is not given or that `schema` refuses. Nonsense in an address is never an error.
 */
export function queryKey<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.pipe(z.transform(one<unknown>), z.optional(schema)), undefined);
}
