import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { errorCodes } from "@/lib/base/error-codes";
import { AppError, type ErrorCode, ServiceUnavailableError, type ToldCode } from "@/lib/base/errors";
import { messages } from "@/lib/base/words";
import type { Database } from "@/lib/supabase/database.types";

/*
 * The one typed gate to SQL. Every read and write of the product is a function in the schema `public`; data.ts and
 * mutations.ts call it by name, with arguments that the generated types check, and say by a zod schema what they make
 * of the answer. Types of rows are inferred from that schema, so an answer of another shape is an error here, not a
 * wrong figure on a page.
 *
 * What PostgreSQL or PostgREST refuses becomes one of our errors: 503 when nobody answers, 401 or 403 where the
 * caller lacks the right and the call says so, 500 for everything else. What a person can do wrong is no error of SQL: the
 * function returns it as its `outcome`, which is a code of the error table (lib/base/error-codes.ts).
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

/** What a refusing answer carries beside its `outcome`. */
export type Facts = Record<string, unknown>;
/** Writes the texts that say more than the error table, from the answer's facts; undefined leaves the table's text. */
export type RefusalTexts = Partial<Record<ErrorCode, (facts: Facts) => string | undefined>>;

/** Answers 401 to a person whose token the function does not take: one that owes the second factor. */
export const asPerson = { refusal: "sign_in_required" } as const;

/**
 * Calls a function of the database and returns what `schema` makes of its result. The client decides as whom: a
 * person's with row level security, the service's past it. An `outcome` that is an error code is thrown as that error,
 * with the rest of the answer as its reply, unless the schema names it: the schema lists what counts as success.
 *
 * @param refusal code of the answer (401, 403) that a caller without the right gets; without it, a refusal is our own fault (500).
 * @throws ServiceUnavailableError when the database does not answer; AppError for a refusal and every other failure; a
 *   plain Error when the answer has another shape than the schema, which names the places but none of the values.
 */
export async function call<Name extends FunctionName, Schema extends z.core.$ZodType>(
  client: SupabaseClient<Database>,
  name: Name,
  args: Arguments<Name>,
  schema: Schema,
  { refusal, texts = {} }: { refusal?: ToldCode; texts?: RefusalTexts } = {},
): Promise<z.output<Schema>> {
  const untyped: SupabaseClient = client;
  const result = await untyped.rpc(name, args);
  const { code, message = "" } = result.error ?? {};
  if (refusal && code === REFUSED && !message.startsWith(GRANT_MISSING)) {
    throw new AppError(refusal, { cause: new Error(message) });
  }
  const answer = unwrap<unknown>(result);
  const { outcome, ...facts } = (answer ?? {}) as Facts;
  if (isErrorCode(outcome) && !namesOutcome(schema, answer)) {
    const text = texts[outcome]?.(facts) ?? errorCodes[outcome].text ?? messages.unexpected;
    throw new AppError(outcome, { text, reply: facts });
  }
  return parsed(name, schema, answer);
}

function isErrorCode(outcome: unknown): outcome is ErrorCode {
  return typeof outcome === "string" && Object.hasOwn(errorCodes, outcome);
}

function namesOutcome(schema: z.core.$ZodType, answer: unknown): boolean {
  const { success, data } = safeParse(schema, answer);
  return success && Object.hasOwn(Object(data), "outcome");
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
