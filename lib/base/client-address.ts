import "server-only";
import { env } from "@/lib/base/env";

/** Names the header that begin-request.ts overwrites with the socket's address on every request. */
export const SOCKET_ADDRESS_HEADER = "x-socket-address";

/**
 * Answers the client's address as limits count it. It is the socket's, or behind N trusted proxies (TRUSTED_PROXY_HOPS)
 * the N-th entry of X-Forwarded-For from the right, which the outermost of them has written; it is never an entry that
 * the client itself can write. IPv6 addresses are answered as their /64, because one client owns all of it. "unknown"
 * stands for a socket that is gone.
 */
export function clientAddress(headers: HeaderList): string {
  return rateKey(rawClientAddress(headers));
}

type HeaderList = Pick<Headers, "get">;

/** Answers the same address whole and without a port, for a service that is called in the client's name. */
export function rawClientAddress(headers: HeaderList): string {
  const hops = env().TRUSTED_PROXY_HOPS ?? 0;
  const socket = headers.get(SOCKET_ADDRESS_HEADER) ?? "unknown";
  if (hops === 0) return plainAddress(socket);
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  return plainAddress(forwarded.at(-hops) || socket);
}

function plainAddress(address: string): string {
  // Some proxies add the port: 203.0.113.5:4711, [2001:db8::1]:4711.
  return address
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/^::ffff:/, "");
}

/** IPv6 clients own a whole /64, so they count as one. */
function rateKey(plain: string): string {
  if (!plain.includes(":")) return plain;
  return `${expand(plain).slice(0, 4).join(":")}::/64`;
}

function expand(address: string): string[] {
  const [head = "", tail = ""] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const gap = address.includes("::")
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
    : [];
  return [...left, ...gap, ...right];
}
