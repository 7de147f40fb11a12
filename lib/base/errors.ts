/** Why a call failed, for programs: screens compare codes, never sentences. */
export type ErrorCode = "unexpected";

/** An error whose message the person may read; everything else is logged and answered with a general text. */
export class AppError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly fields: Record<string, string> | undefined;

  constructor(
    status: number,
    message: string,
    options: { headers?: Record<string, string>; fields?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.status = status;
    this.headers = options.headers ?? {};
    this.fields = options.fields;
  }
}

/** A service we depend on did not answer, or answered with a fault of its own. */
export class ServiceUnavailableError extends AppError {
  readonly service: "database" | "auth" | "payments" | "mail";

  constructor(service: ServiceUnavailableError["service"], cause: unknown) {
    super(503, UNAVAILABLE[service], { cause, headers: { "retry-after": "5" } });
    this.service = service;
  }
}

const UNAVAILABLE = {
  database: "Our system is not answering right now.",
  auth: "Our sign-in service is not answering right now.",
  payments: "The payment service is not answering right now.",
  mail: "Our mail service is not answering right now.",
} as const;

/** Texts that more than one screen or handler shows, as the specification words them. */
export const messages = {
  unexpected: "An unexpected error occurred. Please try again.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  tooSlow: "This takes too long right now.",
  tryAgain: "Please try again in a minute.",
  signInRequired: "Please log in to continue.",
  otherAccount: "You are signed in with another account. Please reload the page.",
  notFound: "Not found.",
} as const;
