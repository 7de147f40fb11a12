import "server-only";
import { env } from "@/lib/base/env";

/** The socket's address. beginRequest overwrites it on every request, so clients can't set it. */
export const SOCKET_ADDRESS_HEADER = "x-socket-address";

/**
 * Returns the client's address for rate limits: the socket's or, behind TRUSTED_PROXY_HOPS proxies, the
 * X-Forwarded-For entry that the outermost proxy wrote, which a client can't forge. IPv6 addresses are reduced to
 * their /64.
 */
export function clientAddress(headers: HeaderList): string {
  return rateKey(rawClientAddress(headers));
}

type HeaderList = Pick<Headers, "get">;

/** Returns the full client address without port, for calls made on the client's behalf. */
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

/** An IPv6 client controls a whole /64. */
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
