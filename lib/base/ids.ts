import * as z from "zod/mini";

/** An id of the database, as PostgreSQL takes it: any version, so that made-up ids of test data count too. */
export const uuidSchema = z.guid();
