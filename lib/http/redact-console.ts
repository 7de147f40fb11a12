import "server-only";
import { isAuthError } from "@supabase/supabase-js";
import { log } from "@/lib/base/log";

/** Enough to find the place; the rest is the framework's. */
const MOST_FRAMES = 8;

/**
 * Lets errors that others print go through our log. Next prints what a page throws whole, with all that it was caused by:
 * addresses, keys, and whatever a service has said. Our log writes one line of it, redacted, with the request's id and
 * the places in the code. What the auth client prints it also returns, and auth-failure.ts logs it. Other prints stay as they are.
 */
export function redactConsole(): void {
  for (const method of ["error", "warn"] as const) {
    // biome-ignore lint/suspicious/noConsole: what others print passes through here.
    const print = console[method];
    console[method] = (...said: unknown[]) => {
      const error = said.find((one) => one instanceof Error);
      if (!error) print(...said);
      else if (!isAuthError(error)) log.error("server.error", error, { places: placesOf(error) });
    };
  }
}

/** The frames of a stack, which name functions and files, without the message above them. */
function placesOf({ stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return frames
    .slice(0, MOST_FRAMES)
    .map((frame) => frame.trim())
    .join("; ");
}
