import "server-only";
import { fetchWithTimeout } from "@/lib/base/time-limit";
import { type ServiceCall, watchCall } from "@/lib/base/watched-call";

/** Fetches from a Supabase service and tracks its health per function, table or operation. */
export function watchedFetch(input: RequestInfo | URL, init?: RequestInit, limitMs?: number) {
  const { url, method } = input instanceof Request ? input : { url: String(input), method: init?.method };
  return watchCall(
    serviceCallOf(url, method),
    () => fetchWithTimeout(input, init, limitMs),
    ({ status }) => status < 500,
  );
}

/** All other segments of an auth path are IDs. */
const AUTH_TEXT = new Set(
  "token user signup logout settings factors challenge verify otp recover resend authorize identities callback admin users .well-known jwks.json".split(
    " ",
  ),
);

/** Returns what a request calls, without IDs, arguments or file names. */
export function serviceCallOf(url: string, method = "GET"): ServiceCall {
  const [, service = "", path = ""] = /\/(rest|auth|storage)\/v1\/([^?]*)/.exec(url) ?? [];
  if (service === "rest") {
    const name = path.replace(/^rpc\//, "");
    return { service: "database", name: /^[a-z][a-z0-9_]*$/.test(name) ? name : "other" };
  }
  if (service === "storage") return { service: "storage", name: `${method} file` };
  const words = path.split("/").map((word) => (AUTH_TEXT.has(word) ? word : "{id}"));
  return { service: "auth", name: `${method} ${service ? words.join("/") : "other"}` };
}
