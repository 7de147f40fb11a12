"use client";
import { useHydrated } from "@/components/ui/use-hydrated";
import {
  formatDate,
  formatLocalDate,
  formatLocalLongDate,
  formatLocalMoment,
  formatLongDate,
  formatMoment,
} from "@/lib/base/time";

const FORMATS = {
  local: [formatMoment, formatLocalMoment],
  "local-date": [formatDate, formatLocalDate],
  "local-long-date": [formatLongDate, formatLocalLongDate],
} as const;

/** Shows a time in the viewer's time zone, or in UTC until hydration. Use it through `Time`. */
export function LocalTime({ at, show = "local" }: { at: string; show?: keyof typeof FORMATS }) {
  const [ofServer, ofViewer] = FORMATS[show];
  return <time dateTime={at}>{useHydrated() ? ofViewer(at) : ofServer(at)}</time>;
}
