import type { ErrorCode } from "@/lib/base/errors";
import { withTimeout } from "@/lib/base/time-limit";
import { messages } from "@/lib/base/words";

/**
 * Holds a failure as the server answered it; `reply` is the whole answer, for endpoints that tell more than an error.
 */
export type JsonFailure<Reply = unknown> = {
  ok: false;
  /** 0 when the endpoint could not be reached in time, or when its answer made no sense. */
  status: number;
  /** `no_answer` with the status 0; `unknown` for words that came without a code, as from a gateway. */
  code: ErrorCode | "no_answer" | "unknown";
  /** Always a text for the person. */
  error: string;
  /** What is wrong with a field of the body, by its name. */
  fields: Record<string, string>;
  reply: Partial<Reply>;
};

/** Holds what an endpoint answered: its data (status 2xx), or why it failed. */
export type JsonAnswer<T, Reply = unknown> = { ok: true; status: number; data: T } | JsonFailure<Reply>;

type Options = {
  method?: "POST" | "DELETE";
  /** Gives the call up: the page that asked is left. */
  signal?: AbortSignal;
};

/** The server answers within ten seconds, so after this nobody will. */
const TIME_LIMIT_MS = 12_000;

const OFFLINE = "You are offline. Please check your connection and try again.";

/**
 * Sends JSON to an endpoint of ours from the browser and answers what it said within 12 s. It never throws: every
 * failure has a code and a text for the person. `T` is the answer of a success, which is trusted, as it is our own
 * server's; `Reply` is what a failure carries beside its error.
 */
export async function postJson<T, Reply = unknown>(
  path: string,
  body: object,
  { method = "POST", signal }: Options = {},
): Promise<JsonAnswer<T, Reply>> {
  const headers = { "content-type": "application/json" };
  return send<T, Reply>(path, { method, headers, body: JSON.stringify(body) }, signal);
}

/** Asks an endpoint of ours from the browser by GET; answers as postJson does. */
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

/** Fills in what an answer lacks, as when a gateway answered in the server's place; the status 0 is no answer at all. */
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
    // A code that this page does not know yet is equal to none that it asks for.
    code: typeof code === "string" ? (code as ErrorCode) : hasWords ? "unknown" : "unexpected",
    error: hasWords ? error : messages.unexpected,
    fields: typeof fields === "object" && fields !== null ? (fields as Record<string, string>) : {},
    reply,
  };
}
