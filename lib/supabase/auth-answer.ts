import "server-only";
import { log } from "@/lib/base/log";
import { watchedFetch } from "@/lib/supabase/watched-fetch";

/** Calls after which the auth service hands an email to a mail server before it answers. */
const SENDS_EMAIL = /\/auth\/v1\/(signup|recover|resend|otp|user)$/;
const EMAIL_LIMIT_MS = 10_000;

/**
 * Fetches from the auth service and passes on only what the service itself answered: JSON (or nothing) with a 2xx, a refusal with an
 * error code, a 429, or a 500 in its own words. Anything else comes from a gateway in its place (a paused project, a refused key,
 * a page of HTML) and says nothing about the person: it is logged and becomes a 503, which the auth client takes for an
 * outage, so it keeps the session.
 */
export const fetchFromAuth: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const mayTakeLonger = SENDS_EMAIL.test(url.pathname) && init?.method !== "GET";
  const response = await watchedFetch(input, init, mayTakeLonger ? EMAIL_LIMIT_MS : undefined);
  const { status } = response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  // The body is passed on unpacked.
  headers.delete("content-encoding");
  headers.delete("content-length");
  if (status === 204) return new Response(null, { status, headers });
  const body = parsed(text);
  if (status === 429 && !isRefusal(body)) {
    const limit = { code: "over_request_rate_limit", message: "too many requests" };
    return Response.json(limit, { status, headers: OF_2024 });
  }
  const isOwn = status < 400 ? body !== undefined || text === "" : isRefusal(body) && status <= 500;
  if (isOwn) return new Response(text, { status, headers });
  log.error(
    "auth.answered_by_gateway",
    new Error(`${status} ${response.headers.get("content-type") ?? ""}`),
    {
      path: url.pathname,
    },
  );
  return Response.json({ message: `answered by a gateway with ${status}` }, { status: 503 });
};

/** The client reads `code` as the error code only in an answer that names this version. */
const OF_2024 = { "x-supabase-api-version": "2024-01-01" };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every refusal of the service has an error code: `code` since 2024, with the status as a number there `error_code` before. */
function isRefusal(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const { code, error_code: former } = body as { code?: unknown; error_code?: unknown };
  return typeof code === "string" || typeof former === "string";
}
