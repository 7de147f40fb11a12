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

type LocalTimeProps = { at: string; show?: keyof typeof FORMATS };

/**
 * Shows a minute or a day on the viewer's own clock; on the server and until the page's script runs, the same in UTC. It is
 * the part of `Time` that needs the browser; `at` is an ISO text.
 */
export function LocalTime({ at, show = "local" }: LocalTimeProps) {
  const [ofServer, ofViewer] = FORMATS[show];
  return <time dateTime={at}>{useHydrated() ? ofViewer(at) : ofServer(at)}</time>;
}
