import * as z from "zod/mini";

/** The form of an id of the database: what PostgreSQL takes, of whatever version. */
export const uuidSchema = z.guid();

/** Whether a text is an id of the database: everything else is answered before the database is asked. */
export function isUuid(text: string): boolean {
  return uuidSchema.safeParse(text).success;
}
