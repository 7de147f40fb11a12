import "server-only";
import type { NextRequest } from "next/server";
import { NextResponse } from "next/server";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { clientAddress } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { messages } from "@/lib/base/words";
import { readJsonBody } from "@/lib/http/body";
import { type RateLimit, rateLimits, takeRateLimits } from "@/lib/http/rate-limit";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** What a handler gets: the request, its checked body, and the client's address. */
export type ApiCall<Body> = { request: NextRequest; body: Body; address: string };

type Endpoint<Schema extends z.core.$ZodType | undefined> = {
  /** Shape of the JSON body; without one no body is read. */
  body?: Schema;
  /** A limit per client address, beside the one on all POSTs. */
  limit?: RateLimit;
  /** What an answer of 503 adds: what the caller may do, and whether money moved. */
  whenUnavailable?: string;
  /** Milliseconds after which the caller gets an answer in any case; jobs may take longer than people wait. */
  deadlineMs?: number;
  handle: (
    call: ApiCall<Schema extends z.core.$ZodType ? z.output<Schema> : undefined>,
  ) => Promise<object | Response>;
};

/** With the session's check before it, people get an answer within ten seconds, however many services are slow. */
const DEADLINE_MS = 6_500;

type Handler = (request: NextRequest) => Promise<Response>;

/** Describes one method of an endpoint; keeps the body's type for the handler. */
export function endpoint<Schema extends z.core.$ZodType | undefined = undefined>(
  definition: Endpoint<Schema>,
): Endpoint<z.core.$ZodType | undefined> {
  return definition as unknown as Endpoint<z.core.$ZodType | undefined>;
}

/**
 * The one wrapper of the API's handlers: same-origin check, limits, body, then the handler; answers JSON that is never
 * cached. AppErrors answer their own message, everything else is logged and answered without details. Methods
 * that are not defined answer 405 with Allow.
 */
export function apiRoute(
  endpoints: Partial<Record<Method, ReturnType<typeof endpoint>>>,
): Record<Method, Handler> {
  const allow = Object.keys(endpoints).join(", ");
  const refuse: Handler = async () => refusal(new AppError("wrong_method", { headers: { allow } }));
  const handlers = METHODS.map((method) => {
    const definition = endpoints[method];
    return [
      method,
      definition ? (request: NextRequest) => run(method, definition, request) : refuse,
    ] as const;
  });
  return Object.fromEntries(handlers) as Record<Method, Handler>;
}

async function run(
  method: Method,
  definition: ReturnType<typeof endpoint>,
  request: NextRequest,
): Promise<Response> {
  const path = request.nextUrl.pathname;
  try {
    const result = await withDeadline(
      work(method, definition, request),
      definition.deadlineMs ?? DEADLINE_MS,
    );
    return result instanceof Response ? result : answer(result, 200);
  } catch (error) {
    return failed(error, path, definition.whenUnavailable);
  }
}

function failed(error: unknown, path: string, whenUnavailable: string = messages.tryAgain): Response {
  if (!(error instanceof AppError)) {
    log.error("api.crashed", error, { path, status: 500 });
    return refusal(new AppError("unexpected"));
  }
  const { status, code } = error;
  if (status >= 500) log.error("api.failed", error, { path, status, code });
  return refusal(error, status === 503 ? ` ${whenUnavailable}` : "");
}

async function work(method: Method, definition: ReturnType<typeof endpoint>, request: NextRequest) {
  const address = clientAddress(request.headers);
  if (method !== "GET") requireSameOrigin(request);
  const limits = [
    ...(method === "GET" ? [] : [rateLimits.everyPost]),
    ...(definition.limit ? [definition.limit] : []),
  ];
  await takeRateLimits(limits.map((limit) => ({ ...limit, subject: address })));
  const body = definition.body ? parseBody(definition.body, await readJsonBody(request)) : undefined;
  return definition.handle({ request, body, address });
}

/** Answers the caller in time while the work goes on: what it does to an order may be asked for again. */
function withDeadline<T>(task: Promise<T>, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new AppError("too_slow", { headers: { "retry-after": "5" } }));
    }, deadlineMs);
    task
      .then(resolve, (error: unknown) => {
        if (isLate) log.error("api.late", error);
        reject(error);
      })
      .finally(() => clearTimeout(timer));
  });
}

/** The JSON answer of an error: its text, code and fields, and what else it tells. */
export function refusal({ message, code, fields, reply, status, headers }: AppError, advice = ""): Response {
  return answer({ ...reply, error: message + advice, code, fields }, status, headers);
}

/** A JSON answer that no cache keeps. */
export function answer(body: object, status: number, headers: Record<string, string> = {}): Response {
  return NextResponse.json(body, { status, headers: { "cache-control": "private, no-store", ...headers } });
}

/**
 * Refuses requests that another site made a browser send. A bearer token is no cookie, so a browser does not add it
 * by itself and such calls need no check.
 */
function requireSameOrigin(request: NextRequest): void {
  if (bearerToken(request.headers)) return;
  if (request.headers.get("sec-fetch-site") === "same-origin") return;
  if (request.headers.get("origin") === new URL(env().APP_URL).origin) return;
  throw new AppError("foreign_origin");
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(headers: Headers): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

function parseBody(schema: z.core.$ZodType, value: unknown): unknown {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join(".")] ??= message;
  throw new AppError("invalid_input", { fields, ...(issues[0] ? { text: issues[0].message } : {}) });
}
