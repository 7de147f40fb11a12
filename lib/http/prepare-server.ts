import "server-only";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SOCKET_ADDRESS_HEADER } from "@/lib/base/client-address";
import { env, isLoopback } from "@/lib/base/env";
import { enterRequest, RequestContext } from "@/lib/base/request-context";
import "server-only";
import { subscribe } from "node:diagnostics_channel";
import { publicEnv, sandboxPublic } from "@/lib/base/env-public";
import { log } from "@/lib/base/log";

import { fetchAuthSettings } from "@/lib/supabase/auth-settings";

/**
 * Prepares a process of the server before its first request. It ends the process with a plain message when the settings
 * are incomplete, or when the product is on the net and its auth service does not confirm addresses. Then it lets every
 * request begin with an id and its socket's address (see begin-request.ts).
 */
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

/** A process that is asked to end is killed by most hosts after ten seconds; until then it answers what has begun. */
const DRAIN_MS = 9_500;

/** Next stops listening and waits for all answers, be it for ever: a reader that is stuck must not hold up a restart. */
function endInTime(): void {
  process.once("SIGTERM", () => {
    // As Next itself ends then: 128 and the signal.
    setTimeout(() => process.exit(143), DRAIN_MS).unref();
  });
}

/** Node announces each request before anybody reads it, also those that middleware does not see. */
function beginRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    beginRequest(request, response);
  });
}

/** A build without hosted settings has the sandbox's business facts in its pages, such as where to ship the cards. */
function requireOwnBuild(): void {
  if (publicEnv.receivingAddress === sandboxPublic.RECEIVING_ADDRESS) {
    throw new Error(
      "This build has the sandbox's address and business facts. Set RECEIVING_ADDRESS and its neighbors, then build again.",
    );
  }
}

/**
 * Guest orders are linked by proven address, so an auth service that confirms by itself is refused. One that fails isn't: linking
 * asks again each time, and a start during an outage must not take the whole product down.
 */
async function requireConfirmedAddresses(): Promise<void> {
  const settings = await fetchAuthSettings().catch((error) => log.error("auth.settings_unknown", error));
  if (settings && settings.mailer_autoconfirm !== false) {
    throw new Error('Switch on "Confirm email" in the auth service: without it, addresses prove nothing.');
  }
}

/** Names the header in which a request's id comes from a proxy, goes to the pages, and is answered. */
const REQUEST_ID_HEADER = "x-request-id";

/** Short enough to be read out, and nothing by which one line of the log could pass for two, or for a word of Next's. */
const PLAIN_ID = /^[A-Za-z0-9-]{8,64}$/;

/**
 * Prepares a request before anybody reads it: it carries its socket's address and its id in headers, over whatever the
 * client wrote there, is answered with its id, and all that follows is done within it (see request-context.ts). Files of
 * the build are answered without an id: nobody asks about them.
 */
export function beginRequest(request: IncomingMessage, response: ServerResponse): void {
  const { url = "/" } = request;
  const id = acceptedId(request) ?? randomBytes(8).toString("hex");
  request.headers[SOCKET_ADDRESS_HEADER] = request.socket.remoteAddress ?? "unknown";
  request.headers[REQUEST_ID_HEADER] = id;
  if (!url.startsWith("/_next/static/")) response.setHeader(REQUEST_ID_HEADER, id);
  enterRequest(new RequestContext(id, url));
}

/** A proxy's id is kept, so that its log and ours tell of the same request; a client's own never is. */
function acceptedId(request: IncomingMessage): string | undefined {
  const given = request.headers[REQUEST_ID_HEADER];
  if (!env().TRUSTED_PROXY_HOPS || typeof given !== "string") return undefined;
  return PLAIN_ID.test(given) ? given : undefined;
}
