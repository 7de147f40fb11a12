import "server-only";
import type { NextRequest } from "next/server";
import { NextResponse } from "next/server";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { clientAddress } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";
import { AppError, type ToldCode } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { routeOf } from "@/lib/base/route";
import { logMark } from "@/lib/base/signing";
import { messages } from "@/lib/base/words";
import { readJsonBody } from "@/lib/http/body";
import { inputWords } from "@/lib/http/input-words";
import {
  type Bucket,
  type RateLimit,
  rateLimits,
  refundRateLimits,
  takeRateLimits,
} from "@/lib/http/rate-limit";

/*
 * What every handler of app/api goes through, but for the webhook, whose signature covers the bytes of its body:
 *
 * 1. A call that may change something must come from our own pages (same origin) or bring a bearer token; or the endpoint
 *    reads no cookie (readsNoCookie).
 * 2. Body and params are parsed by their schemas; `who` says who calls, or refuses.
 * 3. Limits are counted: those per client address also when step 2 refused, the others only for calls that go on.
 * 4. `handle` does the work and answers an object (200) or a whole Response.
 *
 * What any step throws becomes the answer: an AppError with its status, code and text, everything else as `unexpected`.
 * Objects and errors are answered as JSON that no cache keeps. After `deadlineMs` the caller is told 503 while the work
 * goes on.
 */

/** Holds what is known of a call before anybody is asked who makes it. */
export type Call<Body = unknown, Params = unknown> = {
  request: NextRequest;
  /** The client's address, as limits count it. */
  address: string;
  params: Params;
  body: Body;
};

/** Adds what `who` answered. */
type KnownCall<Body, Params, Who> = Call<Body, Params> & { who: Who };

type Schema<Output> = z.core.$ZodType<Output>;

type Endpoint<Body, Params, Who> = {
  /** Says who calls, or throws 401 or 403. Every endpoint names one, also those that are open to anybody. */
  who: (call: Call<NoInfer<Body>, NoInfer<Params>>) => Promise<Who>;
  /**
   * `who` asks for what only the caller can have (a token in the address, a secret in a header), and neither it nor `handle`
   * reads a cookie: that stands for the check of the origin. For calls of mail programs and of the scheduler, which are told
   * by `who` what is wrong.
   */
  readsNoCookie?: boolean;
  /** Shape of what the address names. */
  params?: Schema<Params>;
  /** Code (404) for params that the schema refuses, so that they are answered as an id that nothing has. */
  missing?: ToldCode;
  /** Shape of the JSON body; without one no body is read. */
  body?: Schema<Body>;
  /**
   * Limits per client address, and those that depend on the call; all are counted at once, beside the one on all
   * POSTs.
   */
  limit?: readonly (RateLimit | ((call: KnownCall<Body, Params, Who>) => Bucket[]))[];
  /** What an answer of 503 adds: what the caller may do, and whether money moved. */
  whenUnavailable?: string;
  /** Milliseconds after which the caller gets an answer in any case; jobs may take longer than people wait. */
  deadlineMs?: number;
  handle: (call: KnownCall<Body, Params, Who> & Refundable) => Promise<object | Response>;
};

/** Adds what undoes the counting of this call in the endpoint's own limits, but not in the one on all POSTs. */
type Refundable = { refund: () => Promise<void> };

/** With the session's check before it, people get an answer within ten seconds, however many services are slow. */
const DEADLINE_MS = 6_500;

type Handler = (request: NextRequest, context: { params: Promise<unknown> }) => Promise<Response>;

/**
 * Makes the handler of one method from its description, for apiRoute. The types of body, params and `who` reach
 * `handle`.
 */
export function endpoint<Who, Body = undefined, Params = undefined>(
  definition: Endpoint<Body, Params, Who>,
): Handler {
  const { deadlineMs = DEADLINE_MS, whenUnavailable } = definition;
  return async (request, context) => {
    try {
      const result = await withDeadline(work(definition, request, context.params), deadlineMs);
      return result instanceof Response ? result : answer(result, 200);
    } catch (error) {
      return failed(error, request, whenUnavailable);
    }
  };
}

/** Makes the exports of a route.ts from its methods. Methods that it does not define answer 405 with Allow. */
export function apiRoute(endpoints: { GET?: Handler; POST?: Handler; DELETE?: Handler }) {
  const headers = { allow: Object.keys(endpoints).join(", ") };
  const refuse: Handler = async () => refusal(new AppError("wrong_method", { headers }));
  const { GET = refuse, POST = refuse, DELETE = refuse } = endpoints;
  return { GET, POST, PUT: refuse, PATCH: refuse, DELETE };
}

async function work<Body, Params, Who>(
  {
    who: identify,
    readsNoCookie,
    params,
    missing = "not_found",
    body,
    limit = [],
    handle,
  }: Endpoint<Body, Params, Who>,
  request: NextRequest,
  given: Promise<unknown>,
): Promise<object | Response> {
  const address = clientAddress(request.headers);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead && !readsNoCookie) requireSameOrigin(request);
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
  const buckets = [...first, ...byCall.flatMap((bucketsOf) => bucketsOf(call))];
  const takenAt = await takeRateLimits(buckets);
  const own = buckets.filter(({ name }) => name !== rateLimits.everyPost.name);
  return handle({ ...call, refund: () => refundRateLimits(own, takenAt) });
}

/**
 * Answers what the task does, or throws `too_slow` after so many milliseconds while the work goes on: what it does to an order
 * may be asked for again. What fails later is logged.
 */
export function withDeadline<T>(task: Promise<T>, deadlineMs: number): Promise<T> {
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

/** Refusals that, in number, tell of somebody who tries passwords, ids or other people's doors. */
const WATCHED = new Set([401, 403, 429]);

function failed(
  error: unknown,
  { nextUrl, headers }: NextRequest,
  whenUnavailable: string = messages.tryAgain,
): Response {
  const route = routeOf(nextUrl.pathname);
  if (!(error instanceof AppError)) {
    log.error("api.crashed", error, { route, status: 500 });
    return refusal(new AppError("unexpected"));
  }
  const { status, code } = error;
  if (status >= 500) log.error("api.failed", error, { route, status, code });
  if (WATCHED.has(status))
    log.warn("api.refused", { route, status, code, from: logMark(clientAddress(headers)) });
  return refusal(error, status === 503 ? ` ${whenUnavailable}` : "");
}

/** Makes the JSON answer of an error: its text with `advice` behind it, its code and fields, and what else it tells. */
export function refusal({ message, code, fields, reply, status, headers }: AppError, advice = ""): Response {
  return answer({ ...reply, error: message + advice, code, fields }, status, headers);
}

/** Makes a JSON answer that no cache keeps. */
export function answer(body: object, status: number, headers: Record<string, string> = {}): Response {
  return NextResponse.json(body, { status, headers: { "cache-control": "private, no-store", ...headers } });
}

/**
 * Refuses requests that another site made a browser send (403). A browser does not add a bearer token by itself, as it
 * does cookies, so calls that bring one need no check.
 */
function requireSameOrigin(request: NextRequest): void {
  if (bearerToken(request.headers)) return;
  if (request.headers.get("sec-fetch-site") === "same-origin") return;
  if (request.headers.get("origin") === new URL(env().APP_URL).origin) return;
  throw new AppError("foreign_origin");
}

/** Reads the token of an `Authorization: Bearer` header; answers null for any other header. */
export function bearerToken(headers: Headers): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

function parseBody<Body>(schema: Schema<Body>, value: unknown): Body {
  const result = safeParse(schema, value, { error: inputWords });
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
