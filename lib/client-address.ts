import "server-only";
import { env } from "@/lib/env";

/** Header that instrumentation.ts overwrites with the socket's address on every request. */
export const SOCKET_ADDRESS_HEADER = "x-socket-address";

/**
 * The address of the client: the socket's, or behind N trusted proxies the one the outermost of them saw.
 * Never an entry that the client itself can write.
 */
export function clientAddress(headers: Headers): string {
  const hops = env().TRUSTED_PROXY_HOPS ?? 0;
  const socket = headers.get(SOCKET_ADDRESS_HEADER) ?? "unknown";
  if (hops === 0) return rateKey(socket);
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim());
  return rateKey(forwarded.at(-hops) || socket);
}

/** IPv6 clients own a whole /64, so they count as one. */
function rateKey(address: string): string {
  // Some proxies add the port: 203.0.113.5:4711, [2001:db8::1]:4711.
  const plain = address
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/^::ffff:/, "");
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
