import "server-only";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAuthError } from "@supabase/supabase-js";
import { SOCKET_ADDRESS_HEADER } from "@/lib/base/client-address";
import { env, isLoopback } from "@/lib/base/env";
import { publicEnv, sandboxPublic } from "@/lib/base/env-public";
import { log } from "@/lib/base/log";
import { enterRequest, RequestContext } from "@/lib/base/request-context";
import { routeOf } from "@/lib/base/route";
import { fetchAuthSettings } from "@/lib/supabase/auth-fetch";

/** Prepares the process, or exits with a plain message if the settings are incomplete or unsafe. */
export async function prepareServer(): Promise<void> {
  try {
    const { APP_URL } = env();
    if (!isLoopback(APP_URL)) {
      requireOwnBuild();
      await requireConfirmedAddresses();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
  beginRequests();
  endInTime();
}

/** Most hosts kill a process ten seconds after SIGTERM. */
const DRAIN_MS = 9_500;

/** Next waits for all responses without a limit. A stuck client must not block a restart. */
function endInTime(): void {
  process.once("SIGTERM", () => {
    // 128 + SIGTERM, as Next exits.
    setTimeout(() => process.exit(143), DRAIN_MS).unref();
  });
}

/** Listens to Node's own event, which covers requests that middleware doesn't see. */
function beginRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    beginRequest(request, response);
  });
}

/** A build without hosted settings tells customers to ship cards to the sandbox's address. */
function requireOwnBuild(): void {
  if (publicEnv.receivingAddress === sandboxPublic.RECEIVING_ADDRESS) {
    throw new Error(
      "This build has the sandbox's address and business details. Set RECEIVING_ADDRESS and the settings next to it, then rebuild.",
    );
  }
}

/** Guest orders are linked by confirmed email. An auth outage must not block startup: linking checks again. */
async function requireConfirmedAddresses(): Promise<void> {
  const settings = await fetchAuthSettings().catch((error) => log.error("auth.settings_unknown", error));
  if (settings && settings.mailer_autoconfirm !== false) {
    throw new Error(
      `Turn on "Confirm email" in the auth service. Without it, anyone can use someone else's email address.`,
    );
  }
}

const REQUEST_ID_HEADER = "x-request-id";

/** Can't forge a log line or one of Next's digests. */
const PLAIN_ID = /^[A-Za-z0-9-]{8,64}$/;

/** Sets the socket's address and a request ID, overwriting the client's headers, and enters the context. */
export function beginRequest(request: IncomingMessage, response: ServerResponse): void {
  const { url = "/" } = request;
  const id = acceptedId(request) ?? randomBytes(8).toString("hex");
  request.headers[SOCKET_ADDRESS_HEADER] = request.socket.remoteAddress ?? "unknown";
  request.headers[REQUEST_ID_HEADER] = id;
  if (!url.startsWith("/_next/static/")) response.setHeader(REQUEST_ID_HEADER, id);
  enterRequest(new RequestContext(id, url));
}

/** Keeps a trusted proxy's request ID, so that both logs match. */
function acceptedId(request: IncomingMessage): string | undefined {
  const given = request.headers[REQUEST_ID_HEADER];
  if (!env().TRUSTED_PROXY_HOPS || typeof given !== "string") return undefined;
  return PLAIN_ID.test(given) ? given : undefined;
}

/** Logs a failed page with the reference shown to the visitor: the request's ID, or Next's digest. */
export function logFailedPage(error: unknown, routePath: string): void {
  const { digest } = Object(error) as { digest?: unknown };
  const reference = typeof digest === "string" ? digest : undefined;
  log.error("page.failed", error, { route: routeOf(routePath), reference });
}

const MOST_FRAMES = 8;

/**
 * Sends console errors through our log, redacted and with the request's ID. Next would print addresses, keys and
 * service responses. Drops errors of the auth client, which auth-failure.ts logs.
 */
export function redactConsole(): void {
  for (const method of ["error", "warn"] as const) {
    // biome-ignore lint/suspicious/noConsole: output of other code is passed on to the console.
    const print = console[method];
    console[method] = (...said: unknown[]) => {
      const error = said.find((one) => one instanceof Error);
      if (!error) print(...said);
      else if (!isAuthError(error)) log.error("server.error", error, { places: placesOf(error) });
    };
  }
}

function placesOf({ stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return frames
    .slice(0, MOST_FRAMES)
    .map((frame) => frame.trim())
    .join("; ");
}
