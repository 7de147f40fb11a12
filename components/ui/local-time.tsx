"use client";

import { useHydrated } from "@/components/ui/use-hydrated";

const look = { dateStyle: "medium", timeStyle: "short" } as const;
const utc = new Intl.DateTimeFormat("en-US", { ...look, timeZone: "UTC" });

/** A moment as the viewer's own clock has it; until the page runs, in UTC and saying so. */
export function LocalTime({ at }: { at: string }) {
  const isHydrated = useHydrated();
  const date = new Date(at);
  return (
    <time dateTime={at}>
      {isHydrated ? new Intl.DateTimeFormat("en-US", look).format(date) : `${utc.format(date)} UTC`}
    </time>
  );
}
