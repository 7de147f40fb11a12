import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { errorCodes } from "@/lib/base/error-codes";
import { AppError, type CodeWithText, type ErrorCode, ServiceUnavailableError } from "@/lib/base/errors";
import { messages } from "@/lib/base/messages";
import type { Database } from "@/lib/supabase/database.types";

/*
 * The only way to SQL: data.ts and mutations.ts call functions of the schema `public` with generated argument
 * types, and a zod schema validates the result, so a changed shape is an error, not a wrong figure. User
 * errors aren't SQL errors: functions return them as `outcome`, a code of lib/base/error-codes.ts.
 */

type Functions = Database["public"]["Functions"];

export type FunctionName = keyof Functions;

/** The arguments of a function, without their prefix `p_`. Any may be null, which the generator doesn't know. */
export type Arguments<Name extends FunctionName> = Functions[Name]["Args"] extends never
  ? Record<never, never>
  : {
      [Key in keyof Functions[Name]["Args"] as Key extends `p_${infer Plain}` ? Plain : never]:
        | Functions[Name]["Args"][Key]
        | null;
    };

/** insufficient_privilege, raised when the caller lacks a right. */
const REFUSED = "42501";
/** PostgreSQL's own message for that code when a grant is missing, which is our fault. */
const GRANT_MISSING = "permission denied for";

export type Facts = Record<string, unknown>;
/** Texts more specific than those of the error table. Undefined keeps the table's text. */
export type RefusalTexts = Partial<Record<ErrorCode, (facts: Facts) => string | undefined>>;

type CallOptions = {
  /** Thrown (401, 403) when the caller lacks a right. Without it, that is a server error (500). */
  refusal?: CodeWithText;
  texts?: RefusalTexts;
  /** Staff only: a refusal includes the rest of the result, which may name other people. */
  withFacts?: boolean;
};

/** Throws 401 if the function refuses the token, since the second factor is then required. */
export const asPerson = { refusal: "sign_in_required" } as const;

/**
 * Calls a database function and returns its result, validated by `schema`. An `outcome` that is an error code
 * and not in the schema is thrown as that error. Throws ServiceUnavailableError without a database, and a
 * plain Error that names no values for an invalid result.
 */
export async function call<Name extends FunctionName, Schema extends z.core.$ZodType>(
  client: SupabaseClient<Database>,
  name: Name,
  args: Arguments<Name>,
  schema: Schema,
  { refusal, texts = {}, withFacts = false }: CallOptions = {},
): Promise<z.output<Schema>> {
  const result = await send(client, name, args);
  const { code, message = "" } = result.error ?? {};
  if (refusal && code === REFUSED && !message.startsWith(GRANT_MISSING)) {
    throw new AppError(refusal, { cause: new Error(message) });
  }
  const answer = unwrap<unknown>(result);
  const { outcome, ...facts } = (answer ?? {}) as Facts;
  if (isErrorCode(outcome) && !namesOutcome(schema, answer)) {
    const text = texts[outcome]?.(facts) ?? errorCodes[outcome].text ?? messages.unexpected;
    throw new AppError(outcome, { text, reply: withFacts ? facts : {} });
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

/** Calls a database function and ignores its result, including a refusal. Throws as `unwrap` does. */
export async function run<Name extends FunctionName>(
  client: SupabaseClient<Database>,
  name: Name,
  args: Arguments<Name>,
): Promise<void> {
  unwrap<unknown>(await send(client, name, args));
}

function send(client: SupabaseClient, name: string, args: object) {
  const prefixed = Object.entries(args).map(([key, value]) => [`p_${key}`, value]);
  return client.rpc(name, Object.fromEntries(prefixed));
}

/** Validates rows read from a table. Throws a plain Error, with `name`, for an invalid shape. */
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

/** SQLSTATE classes of server errors: connection, resources, shutdown, timeout. */
const UNAVAILABLE = /^(08|53|57|58|PGRST00|PGRST003)/;

/** Returns the data of a supabase-js result. Throws 503 if the database is unavailable, 500 for other errors. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error === null) return result.data;
  const { message, code } = result.error;
  const cause = new Error(`${code ?? "no code"}: ${message}`);
  // supabase-js reports a failed connection or a timeout with an empty code.
  if (!code || UNAVAILABLE.test(code)) throw new ServiceUnavailableError("database", cause);
  throw new AppError("database_failed", { cause });
}
