import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { AppError, type ToldCode } from "@/lib/base/errors";
import type { Database } from "@/lib/supabase/database.types";
import { unwrap } from "@/lib/supabase/unwrap";

type Functions = Database["public"]["Functions"];

/** The name of a function that our migrations put into the schema `public`. */
export type FunctionName = keyof Functions;

/** A function's arguments by name. The generator knows no null, PostgreSQL takes it in every place. */
export type Arguments<Name extends FunctionName> = Functions[Name]["Args"] extends never
  ? Record<never, never>
  : { [Key in keyof Functions[Name]["Args"]]: Functions[Name]["Args"][Key] | null };

/** PostgreSQL's code for insufficient_privilege, which our functions raise for who has not the right. */
const REFUSED = "42501";

/**
 * Calls a function of the database and answers what `schema` makes of its result.
 *
 * @param refusal code of the 403 that a caller without the right gets; without it, a refusal is our own fault (500).
 * @throws ServiceUnavailableError when the database does not answer; AppError for every other failure; a plain Error
 *   when the answer has another shape than the schema, which names the places but none of the values.
 */
export async function call<Name extends FunctionName, Schema extends z.core.$ZodType>(
  client: SupabaseClient<Database>,
  name: Name,
  args: Arguments<Name>,
  schema: Schema,
  { refusal }: { refusal?: ToldCode } = {},
): Promise<z.output<Schema>> {
  const untyped: SupabaseClient = client;
  const result = await untyped.rpc(name, args);
  if (refusal && result.error?.code === REFUSED) throw new AppError(refusal);
  return parsed(name, schema, unwrap<unknown>(result));
}

/** Calls a function whose answer nobody reads. Throws as `call` does. */
export async function run<Name extends FunctionName>(
  client: SupabaseClient<Database>,
  name: Name,
  args: Arguments<Name>,
): Promise<void> {
  const untyped: SupabaseClient = client;
  unwrap<unknown>(await untyped.rpc(name, args));
}

/**
 * What `schema` makes of an answer of the database: for rows that are read from a table, which no function shapes.
 *
 * @param name whose answer it is, for the error.
 * @throws a plain Error when the answer has another shape than the schema, as `call` does.
 */
export function parsed<Schema extends z.core.$ZodType>(
  name: string,
  schema: Schema,
  answer: unknown,
): z.output<Schema> {
  const result = safeParse(schema, answer);
  if (result.success) return result.data;
  const places = result.error.issues.map(({ path, code }) => `${path.join(".") || "answer"}: ${code}`);
  throw new Error(`${name} answered in another shape: ${places.slice(0, 5).join(", ")}`);
}
