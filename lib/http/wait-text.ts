import { counted } from "@/lib/base/messages";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Formats a wait, rounded up: seconds to 90 s, minutes to 90 min, then hours. */
export function waitText(seconds: number): string {
  if (seconds <= 1.5 * MINUTE) return counted(Math.max(1, Math.ceil(seconds)), "second");
  if (seconds <= 1.5 * HOUR) return counted(Math.ceil(seconds / MINUTE), "minute");
  return counted(Math.ceil(seconds / HOUR), "hour");
}
