import "server-only";
import { log } from "@/lib/base/log";

/** Enough to find the place; the rest is the framework's. */
const MOST_FRAMES = 8;

/**
 * Lets errors that others print go through our log. Next prints what a page throws whole, with all that it was caused by:
 * addresses, keys, and whatever a service has said. Our log writes one line of it, redacted, with the request's id and
 * the places in the code. Other prints stay as they are.
 */
export function redactConsole(): void {
  const print = console.error;
  console.error = (...said: unknown[]) => {
    const error = said.find((one) => one instanceof Error);
    if (error) log.error("server.error", error, { places: placesOf(error) });
    else print(...said);
  };
}

/** The frames of a stack, which name functions and files, without the message above them. */
function placesOf({ stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return frames
    .slice(0, MOST_FRAMES)
    .map((frame) => frame.trim())
    .join("; ");
}
