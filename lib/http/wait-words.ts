import { counted } from "@/lib/base/words";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Writes how long to wait, rounded up: "42 seconds" up to a minute and a half, "15 minutes" up to as many, then "2 hours". */
export function waitWords(seconds: number): string {
  if (seconds <= 1.5 * MINUTE) return counted(Math.max(1, Math.ceil(seconds)), "second");
  if (seconds <= 1.5 * HOUR) return counted(Math.ceil(seconds / MINUTE), "minute");
  return counted(Math.ceil(seconds / HOUR), "hour");
}
