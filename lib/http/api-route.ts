import "server-only";
import type { NextRequest } from "next/server";
import { NextResponse } from "next/server";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { clientAddress } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";
import { AppError, type ToldCode } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { messages } from "@/lib/base/words";
import { readJsonBody } from "@/lib/http/body";
import { type Bucket, type RateLimit, rateLimits, takeRateLimits } from "@/lib/http/rate-limit";

/** What is known of a call before anybody is asked who makes it. */
export type Call<Body = unknown, Params = unknown> = {
  request: NextRequest;
  /** The client's address, as limits count it. */
  address: string;
  params: Params;
  body: Body;
};

/** A call with whoever makes it. */
type KnownCall<Body, Params, Who> = Call<Body, Params> & { who: Who };

type Schema<Output> = z.core.$ZodType<Output>;

type Endpoint<Body, Params, Who> = {
  /** Says who calls, or throws 401 or 403. Every endpoint names one, also those that are open to anybody. */
  who: (call: Call<NoInfer<Body>, NoInfer<Params>>) => Promise<Who>;
  /** Shape of what the address names. */
  params?: Schema<Params>;
  /** What an address answers that cannot name anything, as one that names nothing does. */
  missing?: ToldCode;
  /** Shape of the JSON body; without one no body is read. */
  body?: Schema<Body>;
  /** Limits per client address, and those that depend on the call; all are counted at once, beside the one on all POSTs. */
  limit?: readonly (RateLimit | ((call: KnownCall<Body, Params, Who>) => Bucket[]))[];
  /** What an answer of 503 adds: what the caller may do, and whether money moved. */
  whenUnavailable?: string;
  /** Milliseconds after which the caller gets an answer in any case; jobs may take longer than people wait. */
  deadlineMs?: number;
  handle: (call: KnownCall<Body, Params, Who>) => Promise<object | Response>;
};

/** With the session's check before it, people get an answer within ten seconds, however many services are slow. */
const DEADLINE_MS = 6_500;

type Handler = (request: NextRequest, context: { params: Promise<unknown> }) => Promise<Response>;

/** Makes the handler of one method; see apiRoute. */
export function endpoint<Who, Body = undefined, Params = undefined>(
  definition: Endpoint<Body, Params, Who>,
): Handler {
  const { deadlineMs = DEADLINE_MS, whenUnavailable } = definition;
  return async (request, context) => {
    try {
      const result = await withDeadline(work(definition, request, context.params), deadlineMs);
      return result instanceof Response ? result : answer(result, 200);
    } catch (error) {
      return failed(error, request.nextUrl.pathname, whenUnavailable);
    }
  };
}

/**
 * The one wrapper of the API's handlers: same-origin check, body, address, who calls, limits, then the handler; answers
 * JSON that is never cached. AppErrors answer their code and text, everything else is logged and answered without
 * details. Methods that are not defined answer 405 with Allow.
 */
export function apiRoute(endpoints: { GET?: Handler; POST?: Handler; DELETE?: Handler }) {
  const headers = { allow: Object.keys(endpoints).join(", ") };
  const refuse: Handler = async () => refusal(new AppError("wrong_method", { headers }));
  const { GET = refuse, POST = refuse, DELETE = refuse } = endpoints;
  return { GET, POST, PUT: refuse, PATCH: refuse, DELETE };
}

async function work<Body, Params, Who>(
  { who: identify, params, missing = "not_found", body, limit = [], handle }: Endpoint<Body, Params, Who>,
  request: NextRequest,
  given: Promise<unknown>,
): Promise<object | Response> {
  const address = clientAddress(request.headers);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead) requireSameOrigin(request);
  const byAddress = limit.filter((entry) => typeof entry !== "function");
  const first = [...(isRead ? [] : [rateLimits.everyPost]), ...byAddress].map((entry) => ({
    ...entry,
    subject: address,
  }));
  let call: KnownCall<Body, Params, Who>;
  try {
    const known = {
      request,
      address,
      // Without a schema the type is undefined, as is the value.
      body: body ? parseBody(body, await readJsonBody(request)) : (undefined as Body),
      params: params ? parseParams(params, await given, missing) : (undefined as Params),
    };
    call = { ...known, who: await identify(known) };
  } catch (error) {
    // Refusals are counted as answers are: nobody may try tokens, ids or bodies without end.
    await takeRateLimits(first);
    throw error;
  }
  const byCall = limit.filter((entry) => typeof entry === "function");
  await takeRateLimits([...first, ...byCall.flatMap((bucketsOf) => bucketsOf(call))]);
  return handle(call);
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

function failed(error: unknown, path: string, whenUnavailable: string = messages.tryAgain): Response {
  if (!(error instanceof AppError)) {
    log.error("api.crashed", error, { path, status: 500 });
    return refusal(new AppError("unexpected"));
  }
  const { status, code } = error;
  if (status >= 500) log.error("api.failed", error, { path, status, code });
  return refusal(error, status === 503 ? ` ${whenUnavailable}` : "");
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

function parseBody<Body>(schema: Schema<Body>, value: unknown): Body {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join(".")] ??= message;
  throw new AppError("invalid_input", { fields, ...(issues[0] ? { text: issues[0].message } : {}) });
}

function parseParams<Params>(schema: Schema<Params>, value: unknown, missing: ToldCode): Params {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new AppError(missing);
}
