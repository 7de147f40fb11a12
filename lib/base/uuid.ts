import * as z from "zod/mini";

/** Accepts UUIDs of any version, as PostgreSQL does. */
export const uuidSchema = z.guid();

export function isUuid(text: string): boolean {
  return uuidSchema.safeParse(text).success;
}
