import { errorCodes } from "@/lib/base/error-codes";
import { nextReference } from "@/lib/base/request-reference";
import { messages } from "@/lib/base/words";

/** Names one reason for which a call can fail. */
export type ErrorCode = keyof typeof errorCodes;

/** Names the codes that have no text of their own. */
type WordlessCode = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]["text"] extends null ? Code : never;
}[ErrorCode];

/** Names the codes that have a text of their own, so that they may be thrown without one. */
export type ToldCode = Exclude<ErrorCode, WordlessCode>;

type Options = {
  /** What the person reads in place of the code's own text. */
  text?: string;
  /** Headers of the answer, as Retry-After. */
  headers?: Record<string, string>;
  /** What is wrong with a field of the body, by its name. */
  fields?: Record<string, string>;
  /** What the answer carries beside the error. */
  reply?: object;
  cause?: unknown;
};

/**
 * Says why a call failed, in a text that the person may read. Any other error that a handler throws is logged and
 * answered as `unexpected`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly fields: Record<string, string> | undefined;
  readonly reply: object;
  /** A page that fails shows it (Next hands it on); a fault of ours only, and only while a request is answered. */
  readonly digest: string | undefined;

  constructor(code: ToldCode, options?: Options);
  constructor(code: ErrorCode, options: Options & { text: string });
  constructor(code: ErrorCode, { text, headers = {}, fields, reply = {}, cause }: Options = {}) {
    super(text ?? errorCodes[code].text ?? messages.unexpected, { cause });
    this.name = "AppError";
    this.code = code;
    this.status = errorCodes[code].status;
    this.headers = headers;
    this.fields = fields;
    this.reply = reply;
    this.digest = this.status >= 500 ? nextReference() : undefined;
  }
}

/**
 * Says that a service we depend on did not answer, or answered with a fault of its own (503, Retry-After 5 s). What the
 * call was to do there may have happened all the same.
 */
export class ServiceUnavailableError extends AppError {
  readonly service: "database" | "auth" | "payments" | "storage";

  constructor(service: ServiceUnavailableError["service"], cause: unknown) {
    super(`${service}_unavailable`, { cause, headers: { "retry-after": "5" } });
    this.service = service;
  }
}

/** Answers what an error says, with its cause behind it, for staff: that a service did not answer says less than what it said. */
export function withCause(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}
