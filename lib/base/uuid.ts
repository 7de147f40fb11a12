import * as z from "zod/mini";

/**
 * Checks the form of a database id as PostgreSQL's type uuid takes it: of any version, so the ids of the demo data
 * pass too.
 */
export const uuidSchema = z.guid();

/**
 * Tells whether a text has the form of a database id. PostgreSQL would fail on any other text, so it is answered
 * before.
 */
export function isUuid(text: string): boolean {
  return uuidSchema.safeParse(text).success;
}
