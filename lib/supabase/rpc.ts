import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { AppError, ServiceUnavailableError, type ToldCode } from "@/lib/base/errors";
import type { Database } from "@/lib/supabase/database.types";

/*
 * The one typed gate to SQL. Every read and write of the product is a function in the schema `public`; data.ts and
 * mutations.ts call it by name, with arguments that the generated types check, and say by a zod schema what they make
 * of the answer. Types of rows are inferred from that schema, so an answer of another shape is an error here, not a
 * wrong figure on a page.
 *
 * What PostgreSQL or PostgREST refuses becomes one of our errors: 503 when nobody answers, 401 or 403 where the
 * caller lacks the right and the call says so, 500 for everything else. Functions answer what a person can do wrong as a word in
 * their result, so an error of SQL is a fault of ours.
 */

type Functions = Database["public"]["Functions"];

/** Names a function that our migrations put into the schema `public`. */
export type FunctionName = keyof Functions;

/**
 * Holds a function's arguments by name. Each may be null, which PostgreSQL always takes and the generator never
 * knows.
 */
export type Arguments<Name extends FunctionName> = Functions[Name]["Args"] extends never
  ? Record<never, never>
  : { [Key in keyof Functions[Name]["Args"]]: Functions[Name]["Args"][Key] | null };

/** PostgreSQL's code for insufficient_privilege, which our functions raise for who has not the right. */
const REFUSED = "42501";
/** How PostgreSQL itself begins under that code where a grant of ours is missing, which is no matter of the caller's. */
const GRANT_MISSING = "permission denied for";

/** Answers 401 to a person whose token the function does not take: one that owes the second factor. */
export const asPerson = { refusal: "sign_in_required" } as const;

/**
 * Calls a function of the database and answers what `schema` makes of its result. The client decides as whom: a
 * person's with row level security, the service's past it.
 *
 * @param refusal code of the answer (401, 403) that a caller without the right gets; without it, a refusal is our own fault (500).
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
  const { code, message = "" } = result.error ?? {};
  if (refusal && code === REFUSED && !message.startsWith(GRANT_MISSING)) {
    throw new AppError(refusal, { cause: new Error(message) });
  }
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
 * Answers what `schema` makes of an answer of the database: for rows that are read from a table, which no function
 * shapes.
 *
 * @param name names the table in the error.
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

/**
 * Answers the data of a supabase-js result, which returns its errors instead of throwing them. Throws 503 when the
 * database did not answer, and 500 for every other error.
 */
export function unwrap<T>(result: Result<T>): T {
  if (result.error === null) return result.data;
  const { message, code } = result.error;
  const cause = new Error(`${code ?? "no code"}: ${message}`);
  // supabase-js reports a failed connection or a timeout with an empty code.
  if (!code || UNAVAILABLE.test(code)) throw new ServiceUnavailableError("database", cause);
  throw new AppError("database_failed", { cause });
}
