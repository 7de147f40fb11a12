import { errorCodes } from "@/lib/base/error-codes";
import { messages } from "@/lib/base/messages";
import { nextReference } from "@/lib/base/request-reference";

export type ErrorCode = keyof typeof errorCodes;

type CodeWithoutText = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]["text"] extends null ? Code : never;
}[ErrorCode];

/** Codes with a default text, which can be thrown without one. */
export type CodeWithText = Exclude<ErrorCode, CodeWithoutText>;

type Options = {
  text?: string;
  headers?: Record<string, string>;
  fields?: Record<string, string>;
  reply?: object;
  cause?: unknown;
};

/** A failure with a text for the user. Handlers log any other error and send `unexpected`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly fields: Record<string, string> | undefined;
  readonly reply: object;
  /** Shown on error pages (Next passes it on). Set only for status 500 and above. */
  readonly digest: string | undefined;

  constructor(code: CodeWithText, options?: Options);
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

/** A service didn't respond or failed (503, Retry-After 5 s). The call may still have taken effect. */
export class ServiceUnavailableError extends AppError {
  readonly service: "database" | "auth" | "payments" | "storage";

  constructor(service: ServiceUnavailableError["service"], cause: unknown) {
    super(`${service}_unavailable`, { cause, headers: { "retry-after": "5" } });
    this.service = service;
  }
}

export function withCause(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}
