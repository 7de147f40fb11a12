import "server-only";
import { type NextRequest, NextResponse } from "next/server";
import type { z } from "zod";
import { safeParse } from "zod/v4/core";
import { clientAddress } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";
import { AppError, type CodeWithText } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { messages } from "@/lib/base/messages";
import { routeOf } from "@/lib/base/route";
import { logPseudonym } from "@/lib/base/signing";
import { readJsonBody } from "@/lib/http/body";
import { inputText } from "@/lib/http/input-text";
import {
  type Bucket,
  type RateLimit,
  rateLimits,
  refundRateLimits,
  takeRateLimits,
} from "@/lib/http/rate-limit";

/*
 * Used by every handler of app/api except the Stripe webhook, whose signature covers the raw body:
 * 1. Calls that change something must be same-origin or carry a bearer token, unless readsNoCookie.
 * 2. Schemas parse body and params, and `who` identifies or rejects the caller.
 * 3. Limits per address also count rejected calls. Other limits count only accepted ones.
 * 4. `handle` returns an object (200) or a Response. After `deadlineMs` it continues, but the response is 503.
 * An AppError becomes the response it describes, any other error `unexpected`.
 */

export type Call<Body = unknown, Params = unknown> = {
  request: NextRequest;
  address: string;
  params: Params;
  body: Body;
};

type KnownCall<Body, Params, Who> = Call<Body, Params> & { who: Who };

type Schema<Output> = z.core.$ZodType<Output>;

type Endpoint<Body, Params, Who> = {
  /** Returns the caller or throws 401 or 403. Required even for public endpoints. */
  who: (call: Call<NoInfer<Body>, NoInfer<Params>>) => Promise<Who>;
  /** Replaces the origin check: `who` requires a secret from the caller, and no cookie is read. */
  readsNoCookie?: boolean;
  params?: Schema<Params>;
  /** Code (404) for malformed params, so that they look like unknown ids. */
  missing?: CodeWithText;
  body?: Schema<Body>;
  /** Limits per client address or computed from the call, in addition to the one on all POSTs. */
  limit?: readonly (RateLimit | ((call: KnownCall<Body, Params, Who>) => Bucket[]))[];
  /** Appended to the text of a 503: what to do, and whether money moved. */
  whenUnavailable?: string;
  /** Jobs may take longer than a user would wait. */
  deadlineMs?: number;
  handle: (call: KnownCall<Body, Params, Who> & Refundable) => Promise<object | Response>;
  onDone?: () => void;
};

/** `refund` undoes this call's count in the endpoint's own limits. */
type Refundable = { refund: () => Promise<void> };

/** Together with the session check before it, a response takes at most ten seconds. */
const DEADLINE_MS = 6_500;

type Handler = (request: NextRequest, context: { params: Promise<unknown> }) => Promise<Response>;

export function endpoint<Who, Body = undefined, Params = undefined>(
  definition: Endpoint<Body, Params, Who>,
): Handler {
  const { deadlineMs = DEADLINE_MS, whenUnavailable } = definition;
  return async (request, context) => {
    try {
      const result = await withDeadline(work(definition, request, context.params), deadlineMs);
      return result instanceof Response ? result : jsonResponse(result, 200);
    } catch (error) {
      return errorResponse(error, request, whenUnavailable);
    }
  };
}

/** Returns the exports of a route.ts. Other methods get 405 with Allow. */
export function apiRoute(endpoints: { GET?: Handler; POST?: Handler; DELETE?: Handler }) {
  const headers = { allow: Object.keys(endpoints).join(", ") };
  const refuse: Handler = async () => refusalResponse(new AppError("wrong_method", { headers }));
  const { GET = refuse, POST = refuse, DELETE = refuse } = endpoints;
  return { GET, POST, PUT: refuse, PATCH: refuse, DELETE };
}

export function postRoute<Who, Body = undefined, Params = undefined>(
  definition: Endpoint<Body, Params, Who>,
) {
  return apiRoute({ POST: endpoint(definition) });
}

export function getRoute<Who, Body = undefined, Params = undefined>(definition: Endpoint<Body, Params, Who>) {
  return apiRoute({ GET: endpoint(definition) });
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
    onDone,
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
      // Without a schema, both type and value are undefined.
      body: body ? parseBody(body, await readJsonBody(request)) : (undefined as Body),
      params: params ? parseParams(params, await given, missing) : (undefined as Params),
    };
    call = { ...known, who: await identify(known) };
  } catch (error) {
    // Counts refusals too, so that no one can guess tokens, IDs or bodies.
    await takeRateLimits(first);
    throw error;
  }
  const byCall = limit.filter((entry) => typeof entry === "function");
  const buckets = [...first, ...byCall.flatMap((bucketsOf) => bucketsOf(call))];
  const takenAt = await takeRateLimits(buckets);
  const own = buckets.filter(({ name }) => name !== rateLimits.everyPost.name);
  const result = await handle({ ...call, refund: () => refundRateLimits(own, takenAt) });
  onDone?.();
  return result;
}

/** Returns the task's result, or throws `too_slow` while the work continues. Later failures are logged. */
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

/** Many of these suggest someone guessing passwords or IDs. */
const WATCHED = new Set([401, 403, 429]);

function errorResponse(
  error: unknown,
  { nextUrl, headers }: NextRequest,
  whenUnavailable: string = messages.tryAgain,
): Response {
  const route = routeOf(nextUrl.pathname);
  if (!(error instanceof AppError)) {
    log.error("api.crashed", error, { route, status: 500 });
    return refusalResponse(new AppError("unexpected"));
  }
  const { status, code } = error;
  if (status >= 500) log.error("api.failed", error, { route, status, code });
  if (WATCHED.has(status))
    log.warn("api.refused", { route, status, code, from: logPseudonym(clientAddress(headers)) });
  return refusalResponse(error, status === 503 ? ` ${whenUnavailable}` : "");
}

export function refusalResponse(
  { message, code, fields, reply, status, headers }: AppError,
  advice = "",
): Response {
  return jsonResponse({ ...reply, error: message + advice, code, fields }, status, headers);
}

export function jsonResponse(body: object, status: number, headers: Record<string, string> = {}): Response {
  return NextResponse.json(body, { status, headers: { "cache-control": "private, no-store", ...headers } });
}

/** Throws 403 for cross-site calls. Bearer tokens are exempt, since browsers never add them on their own. */
function requireSameOrigin(request: NextRequest): void {
  if (bearerToken(request.headers)) return;
  if (request.headers.get("sec-fetch-site") === "same-origin") return;
  if (request.headers.get("origin") === new URL(env().APP_URL).origin) return;
  throw new AppError("foreign_origin");
}

export function bearerToken(headers: Headers): string | null {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

function parseBody<Body>(schema: Schema<Body>, value: unknown): Body {
  const result = safeParse(schema, value, { error: inputText });
  if (result.success) return result.data;
  const { issues } = result.error;
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join(".")] ??= message;
  throw new AppError("invalid_input", { fields, ...(issues[0] ? { text: issues[0].message } : {}) });
}

function parseParams<Params>(schema: Schema<Params>, value: unknown, missing: CodeWithText): Params {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new AppError(missing);
}
