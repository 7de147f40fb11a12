import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { AppError, ServiceUnavailableError, type ToldCode } from "@/lib/base/errors";
import type { Database } from "@/lib/supabase/database.types";

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

type Result<T> = { data: T; error: null } | { data: unknown; error: { message: string; code?: string } };

/** PostgreSQL's classes of faults that are not of the caller's making: connection, resources, shutdown, timeout. */
const UNAVAILABLE = /^(08|53|57|58|PGRST00|PGRST003)/;

/** The data of a supabase-js result. Its errors are returned, not thrown, so forgetting this would hide them. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error === null) return result.data;
  const { message, code } = result.error;
  const cause = new Error(`${code ?? "no code"}: ${message}`);
  // supabase-js reports a failed connection or a timeout with an empty code.
  if (!code || UNAVAILABLE.test(code)) throw new ServiceUnavailableError("database", cause);
  throw new AppError("database_failed", { cause });
}
