"use client";

import { useHydrated } from "@/components/ui/use-hydrated";
import { formatLocalMoment, formatMoment } from "@/lib/base/time";

/**
 * Shows a minute on the viewer's own clock; on the server and until the page's script runs, the same in UTC, and it
 * says so. It is the part of `Time` that needs the browser; `at` is an ISO text.
 */
export function LocalTime({ at }: { at: string }) {
  return <time dateTime={at}>{useHydrated() ? formatLocalMoment(at) : formatMoment(at)}</time>;
}
