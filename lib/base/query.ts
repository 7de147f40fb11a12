import * as z from "zod/mini";

export type Query = Record<string, string | string[] | undefined>;

export function firstValue<Value>(value: Value | Value[]): Value | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Returns a schema for one query key: the first value, or undefined if missing or invalid. Never fails. */
export function queryKey<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.pipe(z.transform(firstValue<unknown>), z.optional(schema)), undefined);
}
