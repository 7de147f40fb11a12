import "server-only";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { SOCKET_ADDRESS_HEADER } from "@/lib/base/client-address";
import { env } from "@/lib/base/env";
import { enterRequest, RequestContext } from "@/lib/base/request-context";

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
