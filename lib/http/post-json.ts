import type { ErrorCode } from "@/lib/base/errors";
import { messages } from "@/lib/base/messages";
import { withTimeout } from "@/lib/base/time-limit";

export type JsonFailure<Reply = unknown> = {
  ok: false;
  status: number;
  /** `no_answer` for status 0, `unknown` for texts without a code, such as a gateway's. */
  code: ErrorCode | "no_answer" | "unknown";
  error: string;
  fields: Record<string, string>;
  reply: Partial<Reply>;
};

export type JsonAnswer<T, Reply = unknown> = { ok: true; status: number; data: T } | JsonFailure<Reply>;

type Options = {
  method?: "POST" | "DELETE";
  signal?: AbortSignal;
};

/** The server responds within ten seconds. */
const TIME_LIMIT_MS = 12_000;

const OFFLINE = "You're offline. Check your connection and try again.";

/** Posts JSON to our API within 12 s. Never throws. `T` is the unchecked response. */
export async function postJson<T, Reply = unknown>(
  path: string,
  body: object,
  { method = "POST", signal }: Options = {},
): Promise<JsonAnswer<T, Reply>> {
  const headers = { "content-type": "application/json" };
  return send<T, Reply>(path, { method, headers, body: JSON.stringify(body) }, signal);
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<JsonAnswer<T>> {
  return send<T, unknown>(path, {}, signal);
}

async function send<T, Reply>(
  path: string,
  init: RequestInit,
  signal: AbortSignal = new AbortController().signal,
): Promise<JsonAnswer<T, Reply>> {
  try {
    return await withTimeout(TIME_LIMIT_MS, signal, async (limit) => {
      const response = await fetch(path, { ...init, signal: limit });
      const { ok, status } = response;
      const reply: unknown = await response.json();
      return ok ? { ok, status, data: reply as T } : toFailure<Reply>(status, reply);
    });
  } catch {
    return toFailure<Reply>(0, null);
  }
}

/** Fills in what a gateway's response lacks. Status 0 means no response. */
export function toFailure<Reply>(status: number, answer: unknown): JsonFailure<Reply> {
  if (status === 0) {
    const text = navigator.onLine === false ? OFFLINE : messages.unexpected;
    return { ok: false, status, code: "no_answer", error: text, fields: {}, reply: {} };
  }
  const reply = (typeof answer === "object" && answer !== null ? answer : {}) as Partial<Reply> & {
    code?: unknown;
    error?: unknown;
    fields?: unknown;
  };
  const { code, error, fields } = reply;
  const hasWords = typeof error === "string" && error !== "";
  return {
    ok: false,
    status,
    // The server may be newer and send a code that this page doesn't know.
    code: typeof code === "string" ? (code as ErrorCode) : hasWords ? "unknown" : "unexpected",
    error: hasWords ? error : messages.unexpected,
    fields: typeof fields === "object" && fields !== null ? (fields as Record<string, string>) : {},
    reply,
  };
}

export function payFailure({ code, error }: Pick<JsonFailure, "code" | "error">): string {
  return code === "no_answer"
    ? "We couldn't reach the server. You haven't been charged. Please try again."
    : error;
}
