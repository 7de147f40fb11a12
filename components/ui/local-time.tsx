"use client";

import { useHydrated } from "@/components/ui/use-hydrated";
import { formatLocalMoment, formatMoment } from "@/lib/base/time";

/** The part of `Time` that needs the browser: the viewer's own clock; until the page runs, UTC and saying so. */
export function LocalTime({ at }: { at: string }) {
  return <time dateTime={at}>{useHydrated() ? formatLocalMoment(at) : formatMoment(at)}</time>;
}
